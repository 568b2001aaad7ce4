import jsQR from 'jsqr'
import type { Locator } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  decoded,
  ended,
  generate,
  openTool,
  percent,
  pressFollowUp,
  prompt,
  settings
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real images, which takes long, and reads their QR codes.
test.describe.configure({ timeout: 120_000 })

/** Reads the QR code of the image that the browser shows. */
async function scanned(picture: Locator): Promise<string | undefined> {
  const { pixels, width, height } = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const [wide, tall] = [image.naturalWidth, image.naturalHeight]
    const brush = new OffscreenCanvas(wide, tall).getContext('2d')
    brush?.drawImage(image, 0, 0)
    return {
      pixels: [...(brush?.getImageData(0, 0, wide, tall).data ?? [])],
      width: wide,
      height: tall
    }
  })
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data
}

test(
  'qrart: a link becomes an image that a scanner reads, and its QR code is used for another image',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/qrart')
    const content = page.getByRole('textbox', { name: t('qrart.field.content'), exact: true })
    await settings(page).getByText(t('qrart.option.type.link'), { exact: true }).click()
    await prompt(page).fill('A garden in spring [sandbox:delay=3000]')
    await generate(page).click()
    await expect(content).toHaveAccessibleDescription(
      t('field.issue.required', { name: t('qrart.field.content') })
    )
    await content.fill('https://studio.example/menu')
    await page.getByRole('radio', { name: t('qrart.option.preset.floral') }).check()
    await expect(generate(page)).toContainText('0.3')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    await decoded(card.locator('figure img'), 1)
    expect(await scanned(card.locator('figure img'))).toBe('https://studio.example/menu')

    await pressFollowUp(card, t('qrart.follow.restyle'))
    await decoded(
      page.getByRole('group', { name: t('qrart.field.content_image_url') }).locator('img'),
      1
    )
    await expect(content).toHaveCount(0)
    await prompt(page).fill('The sea at dusk')
    await generate(page).click()
    const restyled = await ended(page, 2)
    await decoded(restyled.locator('figure img'), 1)
    expect(await scanned(restyled.locator('figure img'))).toBe('https://studio.example/menu')
  }
)
