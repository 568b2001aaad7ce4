import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import {
  ended,
  generate,
  openTool,
  percent,
  playThrough,
  pressFollowUp,
  prompt,
  settings,
  showForm
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real videos, which takes long, and plays them to the end.
test.describe.configure({ timeout: 150_000 })

/** Expects a video to play silently while the mouse is over it. */
async function previewsOnHover(page: Page, video: Locator): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await video.hover()
  await expect(video).toHaveJSProperty('paused', false)
  await expect(video).toHaveJSProperty('muted', true)
  await page.mouse.move(0, 0)
  await expect(video).toHaveJSProperty('paused', true)
  await expect(video).toHaveJSProperty('muted', false)
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

test('luma: a loop is generated, played and extended', { tag: '@all' }, async ({ page }) => {
  await openTool(page, '/luma')
  await expect(page.getByRole('radio', { name: t('luma.option.resolution.480p') })).toBeChecked()
  const ending = page.getByRole('group', { name: t('luma.field.end_image_url') })
  await expect(ending).toBeVisible()
  await settings(page).getByText(t('luma.field.loop'), { exact: true }).click()
  await expect(ending).toHaveCount(0)
  await settings(page).getByText('1:1', { exact: true }).click()
  await prompt(page).fill('Hills in spring [sandbox:delay=3000]')
  await expect(generate(page)).toContainText('· 8 credits')
  await generate(page).click()
  await expect(percent(page)).toBeVisible()
  const card = await ended(page, 1)
  await previewsOnHover(page, card.locator('video'))
  expect(await playThrough(card.locator('video'))).toBeCloseTo(5, 0)

  await pressFollowUp(card, t('field.follow.extend'))
  await showForm(page)
  await expect(page.getByRole('radio', { name: '1:1' })).toBeChecked()
  await prompt(page).fill('Clouds come')
  await generate(page).click()
  expect(await playThrough((await ended(page, 2)).locator('video'))).toBeCloseTo(5, 0)
})
