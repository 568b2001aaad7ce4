import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from '../support/browser.ts'
import {
  cards,
  continueWith,
  decoded,
  earlierResult,
  ended,
  generate,
  openMenu,
  openTool,
  paintMask,
  percent,
  playThrough,
  pressFollowUp,
  prompt,
  settings,
  showForm
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real images and videos, which takes long.
test.describe.configure({ timeout: 150_000 })

function picture(): { name: string; mimeType: string; buffer: Buffer } {
  const canvas = createCanvas(240, 240)
  const brush = canvas.getContext('2d')
  brush.fillStyle = '#123a8c'
  brush.fillRect(0, 0, 240, 240)
  return { name: 'sea.png', mimeType: 'image/png', buffer: canvas.encodeSync('png') }
}

/** Matches the button of an action. If it needs only one press, the price follows the name. */
const follow = (id: string): RegExp => new RegExp(`^${t(`midjourney.follow.${id}`)}($| · )`)

test(
  'midjourney: four images are generated; one is upscaled, zoomed out and described',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/midjourney')
    await prompt(page).fill('A lighthouse at sunset [sandbox:delay=3000]')
    await settings(page).getByText('16:9', { exact: true }).click()
    await settings(page).getByText(t('field.form.more'), { exact: true }).click()
    const styles = page.getByRole('group', {
      name: t('midjourney.field.elements.style'),
      exact: true
    })
    await styles.getByText(t('field.choice.none')).click()
    await styles.getByText(t('field.choice.all'), { exact: true }).click()
    for (const style of ['linocut', 'watercolour'])
      await styles
        .getByRole('checkbox', { name: t(`midjourney.option.elements.style.${style}`) })
        .check()
    await expect(styles.locator('summary').first()).toHaveText(/Linocut · Watercolour/)
    await expect(generate(page)).toContainText('0.4')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const grid = await ended(page, 1)
    await decoded(grid.locator('figure img'), 1)
    await expect(grid.getByRole('button', { name: follow('upscale_2x') })).toHaveCount(0)

    await pressFollowUp(grid, t('midjourney.follow.upscale2'))
    const single = await ended(page, 2)
    await decoded(single.locator('figure img'), 1)
    await expect(single.getByRole('button', { name: follow('upscale1') })).toHaveCount(0)
    await openMenu(single)
    await pressFollowUp(single, t('midjourney.follow.zoom_out_2x'))
    const zoomed = await ended(page, 3)
    await decoded(zoomed.locator('figure img'), 1)
    await openMenu(zoomed)
    await expect(zoomed.getByRole('button', { name: follow('reroll') })).toBeVisible()
    await page.keyboard.press('Escape')

    await openMenu(cards(page).nth(1))
    await cards(page)
      .nth(1)
      .getByRole('button', { name: follow('describe') })
      .click()
    const described = await ended(page, 4)
    const texts = described.getByRole('button', { name: follow('imagine') })
    await expect(texts).toHaveCount(4)
    await texts.nth(2).click()
    await expect(prompt(page)).toHaveValue(/--ar 16:9$/)
    await showForm(page)
    await expect(page.getByRole('combobox', { name: t('midjourney.field.version') })).toBeVisible()
  }
)

test(
  'midjourney: a part of an image is painted over and changed, also after a reload',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/midjourney')
    await prompt(page).fill('A lighthouse at sunset')
    await generate(page).click()
    await pressFollowUp(await ended(page, 1), t('midjourney.follow.upscale1'))
    await continueWith(
      await ended(page, 2),
      t('midjourney.follow.variation_region'),
      earlierResult(page)
    )
    await page.reload()
    await showForm(page)
    await paintMask(page)
    const mask = page.getByRole('group', { name: t('midjourney.field.mask'), exact: true })
    await decoded(mask.locator('img'), 1)
    await prompt(page).fill('A lighthouse in a storm')
    await generate(page).click()
    await decoded((await ended(page, 3)).locator('figure img'), 1)
  }
)

test(
  'midjourney: an uploaded image becomes four videos, and the second one is extended',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/midjourney')
    await settings(page)
      .getByRole('button', { name: t('midjourney.action.videos'), exact: true })
      .click()
    const input = page.getByRole('group', { name: t('midjourney.field.image_url'), exact: true })
    await input.locator('input[type=file]').setInputFiles(picture())
    await decoded(input.locator('img'), 1)
    await settings(page).getByText(t('midjourney.option.mode.relax'), { exact: true }).click()
    await prompt(page).fill('Waves roll')
    await generate(page).click()
    const card = await ended(page, 1)
    await expect(card.locator('video')).toHaveCount(4)
    expect(await playThrough(card.locator('video').nth(1))).toBeCloseTo(5, 0)
    await pressFollowUp(card, t('field.follow.extend'), 1)
    await showForm(page)
    await expect(
      page.getByRole('combobox', { name: t('midjourney.field.video_index') })
    ).toHaveValue('1')
    await generate(page).click()
    await expect((await ended(page, 2)).locator('video')).toHaveCount(4)
  }
)
