import { expect, test } from '../support/browser.ts'
import {
  ended,
  generate,
  openTool,
  percent,
  playThrough,
  pressFollowUp,
  prompt,
  settings
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real videos, one of them in Full HD, which takes long.
test.describe.configure({ timeout: 150_000 })

test(
  'veo: a video plays to the end, and one press upscales it to Full HD',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/veo')
    await settings(page).getByText('9:16', { exact: true }).click()
    await prompt(page).fill('Hills at noon [sandbox:delay=3000]')
    await expect(generate(page)).toContainText('19.2')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    expect(await playThrough(card.locator('video'))).toBeCloseTo(5, 0)

    await pressFollowUp(card, t('veo.follow.get1080p'))
    const fine = await ended(page, 2)
    expect(await playThrough(fine.locator('video'))).toBeCloseTo(5, 0)
    const size = await fine
      .locator('video')
      .evaluate((film: HTMLVideoElement) => [film.videoWidth, film.videoHeight])
    expect(size).toEqual([1080, 1920])
    await expect(fine.getByRole('button', { name: t('veo.follow.get1080p') })).toHaveCount(0)
  }
)
