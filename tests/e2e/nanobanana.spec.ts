import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from '../support/browser.ts'
import {
  decoded,
  ended,
  generate,
  hydrated,
  openTool,
  percent,
  pressFollowUp,
  prompt,
  settings
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real images, which takes long.
test.describe.configure({ timeout: 120_000 })

function picture(colour: string): { name: string; mimeType: string; buffer: Buffer } {
  const canvas = createCanvas(320, 240)
  const brush = canvas.getContext('2d')
  brush.fillStyle = colour
  brush.fillRect(40, 40, 240, 160)
  return { name: `${colour}.png`, mimeType: 'image/png', buffer: canvas.encodeSync('png') }
}

test(
  'nanobanana: two images become one, which is edited and animated',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/nanobanana')
    await settings(page).getByText(t('nanobanana.option.action.edit'), { exact: true }).click()
    const inputs = page.getByRole('group', { name: t('nanobanana.field.image_urls') })
    await inputs.locator('input[type=file]').setInputFiles([picture('teal'), picture('crimson')])
    await decoded(inputs.locator('img'), 2)
    await prompt(page).fill('Put them side by side [sandbox:delay=3000]')
    await expect(generate(page)).toContainText('1.3')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    await decoded(card.locator('figure img'), 1)
    await expect(card).toContainText('1.3')

    await pressFollowUp(card, t('field.follow.edit'))
    await expect(prompt(page)).toBeFocused()
    await decoded(inputs.locator('img'), 1)
    await prompt(page).fill('At night')
    await generate(page).click()
    const edited = await ended(page, 2)
    await decoded(edited.locator('figure img'), 1)

    await pressFollowUp(edited, t('field.follow.animate'))
    await page.waitForURL(/\/kling$/)
    await hydrated(page)
    await expect(
      page.getByRole('group', { name: t('kling.field.start_image_url') }).locator('img')
    ).toBeVisible()
  }
)

test(
  'nanobanana: a variation of an image starts at once, and is upscaled',
  { tag: '@desktop' },
  async ({ page }) => {
    await openTool(page, '/nanobanana')
    await prompt(page).fill('A boat at noon')
    await generate(page).click()
    await pressFollowUp(await ended(page, 1), t('field.follow.variation'))
    const varied = await ended(page, 2)
    await decoded(varied.locator('figure img'), 1)
    await expect(varied).toContainText('A boat at noon')

    await pressFollowUp(varied, t('field.follow.upscale'))
    await page.waitForURL(/\/upscale$/)
    await hydrated(page)
    await expect(
      page.getByRole('group', { name: t('upscale.field.image_url') }).locator('img')
    ).toBeVisible()
  }
)
