import type { Locator, Page } from 'playwright/test'
import sharp from 'sharp'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { decoded, ended, generate, openTool, prompt, settings, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const field = (page: Page, name: string): Locator => page.getByRole('group', { name: t(name) })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: t('field.crop.title') })
const frame = (page: Page): Locator =>
  page.getByRole('application', { name: t('field.crop.frame') })
const RED = [200, 30, 30]
const BLUE = [30, 30, 200]

/** A photo of 1500 by 1000 pixels as people see it: its left third is red, the rest is blue. */
async function photo(orientation: number): Promise<Buffer> {
  const [red, blue] = [RED, BLUE].map(([r, g, b]) => `rgb(${r},${g},${b})`)
  const svg = `<svg width="1500" height="1000"><path fill="${blue}" d="M0 0h1500v1000H0z"/><path fill="${red}" d="M0 0h500v1000H0z"/></svg>`
  const upright = sharp(Buffer.from(svg))
  // Orientation 6: the camera stored the image turned to the left, and viewers turn it back.
  const stored = orientation === 6 ? upright.rotate(-90) : upright
  return stored.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}

/** Uploads a photo into a field. */
async function addPhoto(image: Locator, orientation = 1): Promise<void> {
  const boat = { name: 'boat.jpg', mimeType: 'image/jpeg', buffer: await photo(orientation) }
  await image.locator('input[type=file]').setInputFiles(boat)
  await decoded(image.locator('img'), 1)
}

/** Returns the file in a field: its address, type, size, and colours at the left and right edge. */
async function fileIn(page: Page, image: Locator) {
  const [address = ''] = ((await image.locator('img').getAttribute('src')) ?? '').split('?')
  const answer = await page.request.get(address)
  const { data, info } = await sharp(await answer.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number): number[] => {
    const start = (Math.floor(info.height / 2) * info.width + x) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  return {
    address,
    type: answer.headers()['content-type'],
    size: [info.width, info.height],
    ends: [at(5), at(info.width - 5)]
  }
}

/** Tells whether two colours are alike, as far as a JPEG keeps them. */
const isLike = (one: readonly number[] = [], other: readonly number[]): boolean =>
  one.every((each, at) => Math.abs(each - (other[at] ?? 0)) < 25)

test(
  'kling: a 3:2 photo is cropped to the ratio of the form, in full size, and a video starts with it',
  { tag: '@both' },
  async ({ page }) => {
    await openTool(page, '/kling')
    const image = field(page, 'kling.field.start_image_url')
    await addPhoto(image)
    const before = await fileIn(page, image)
    await image.getByRole('button', { name: t('field.crop.open', { name: 'boat.jpg' }) }).click()
    await expect(dialog(page).getByRole('radio', { name: '1:1' })).toBeChecked()
    await accessible(page)
    await fits(page)
    // Dragging to the far left brings the frame to the red third.
    const { x = 0, y = 0, width = 0, height = 0 } = (await frame(page).boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x - width / 2, y + height / 2, { steps: 5 })
    await page.mouse.up()
    await dialog(page)
      .getByRole('button', { name: t('field.crop.use') })
      .click()
    const undo = image.getByRole('button', { name: t('field.crop.undo') })
    await expect(undo).toBeVisible()
    const after = await fileIn(page, image)
    expect([after.type, after.size]).toEqual(['image/jpeg', [1000, 1000]])
    expect([isLike(after.ends[0], RED), isLike(after.ends[1], BLUE)]).toEqual([true, true])

    await undo.click()
    await expect(undo).toHaveCount(0)
    expect(await fileIn(page, image)).toEqual(before)
    await image.getByRole('button', { name: t('field.crop.open', { name: '' }) }).click()
    await dialog(page)
      .getByRole('button', { name: t('field.library.cancel') })
      .click()
    expect(await fileIn(page, image)).toEqual(before)

    await showForm(page)
    await prompt(page).fill('The boat leaves')
    await generate(page).click()
    await expect((await ended(page, 1)).locator('video')).toBeVisible()
  }
)

test(
  'flux: a photo with an orientation is turned and cropped with the keyboard alone',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/flux')
    await settings(page).getByText(t('flux.option.action.edit'), { exact: true }).click()
    const image = field(page, 'flux.field.image_url')
    await addPhoto(image, 6)
    await press(
      page,
      image.getByRole('button', { name: t('field.crop.open', { name: 'boat.jpg' }) })
    )
    await expect(frame(page)).toBeFocused()
    const told = dialog(page).getByRole('status').first()
    await expect(told).toHaveText(t('field.crop.size', { width: '1,000', height: '1,000' }))
    // A step is a hundredth of the longer side: 10 steps of 15 pixels.
    for (let each = 0; each < 10; each++) await page.keyboard.press('Shift+ArrowLeft')
    for (let each = 0; each < 40; each++) await page.keyboard.press('ArrowLeft')
    await expect(told).toHaveText(t('field.crop.size', { width: '850', height: '850' }))
    await tabTo(page, dialog(page).getByRole('button', { name: t('field.crop.bottom_right') }))
    await page.keyboard.press('ArrowRight')
    await expect(told).toHaveText(t('field.crop.size', { width: '865', height: '865' }))
    await tabTo(page, dialog(page).getByRole('radio', { name: '1:1', exact: true }))
    await page.keyboard.press('ArrowRight')
    await tabTo(page, dialog(page).getByRole('spinbutton', { name: t('field.crop.width') }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('800')
    await page.keyboard.press('Enter')
    await press(page, dialog(page).getByRole('button', { name: t('field.crop.turn') }))
    const size = await dialog(page)
      .getByRole('spinbutton')
      .evaluateAll(sides => sides.map(side => Number((side as HTMLInputElement).value)))
    await press(page, dialog(page).getByRole('button', { name: t('field.crop.use') }))
    await expect(image.getByRole('button', { name: t('field.crop.undo') })).toBeVisible()
    // The button that opened the editor keeps the focus, although its image is another one.
    await expect(
      image.getByRole('button', { name: t('field.crop.open', { name: 'boat.jpg' }) })
    ).toBeFocused()
    const after = await fileIn(page, image)
    expect([after.type, after.size]).toEqual(['image/jpeg', size])
  }
)
