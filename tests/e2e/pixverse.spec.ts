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

// This test generates real videos, which takes long.
test.describe.configure({ timeout: 150_000 })

test(
  'pixverse: a video in a style plays to the end and is extended in that style',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/pixverse')
    const anime = page.getByRole('radio', { name: t('pixverse.option.style.anime') })
    await anime.check()
    await settings(page).getByText('360p', { exact: true }).click()
    await prompt(page).fill('A fox trots through the snow [sandbox:delay=3000]')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    expect(await playThrough(card.locator('video'))).toBeCloseTo(5, 0)

    await pressFollowUp(card, t('field.follow.extend'))
    await showForm(page)
    await expect(anime).toBeChecked()
    await expect(page.getByRole('group', { name: t('pixverse.field.image_url') })).toHaveCount(0)
    await prompt(page).fill('It looks back')
    await generate(page).click()
    expect(await playThrough((await ended(page, 2)).locator('video'))).toBeCloseTo(5, 0)
  }
)
