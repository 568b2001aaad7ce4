import type { Locator } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { signUpUser } from '../support/from-home.ts'
import {
  cards,
  continueWith,
  decoded,
  earlierResult,
  ended,
  fillsWidth,
  generate,
  hydrated,
  openMenu,
  openTool,
  percent,
  playThrough,
  pressFollowUp,
  prompt,
  settings,
  showForm,
  signUpHere
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// These tests generate real images, videos and songs, which takes long, and play them to the end.
test.describe.configure({ timeout: 150_000 })

test(
  'flux: a guest fills in the form and signs up; then two images are generated and one is edited',
  { tag: ['@both', '@all'] },
  async ({ page }) => {
    await page.goto('/flux')
    await hydrated(page)
    await showForm(page)
    await prompt(page).fill('A boat on a lake at dawn [sandbox:delay=3000]')
    await settings(page).getByText('16:9', { exact: true }).click()
    await page
      .getByRole('group', { name: t('flux.field.count') })
      .getByText('2', { exact: true })
      .click()
    await expect(generate(page)).toContainText('0.8')
    await generate(page).click()
    await page.waitForURL(/\/auth\/login\?/)
    await signUpHere(page)
    await page.waitForURL(/\/flux$/)
    await hydrated(page)
    await showForm(page)
    await expect(prompt(page)).toHaveValue(/^A boat/)
    await expect(generate(page)).toContainText('0.8')
    await expect(page.getByRole('radio', { name: '16:9' })).toBeChecked()

    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    await decoded(card.locator('figure img'), 2)
    await expect(card).toContainText('0.8')
    await expect(page.locator('[data-balance]')).toContainText('19.2')

    await pressFollowUp(card, t('field.follow.edit'))
    await expect(prompt(page)).toBeFocused()
    await expect(prompt(page)).toHaveValue('')
    await expect(prompt(page)).toHaveAttribute('placeholder', t('field.text.change'))
    await expect(
      page.getByRole('radio', { name: t('flux.option.action.edit'), includeHidden: true })
    ).toBeChecked()
    await prompt(page).fill('Make it winter')
    await generate(page).click()
    await decoded((await ended(page, 2)).locator('figure img'), 1)

    await pressFollowUp(cards(page).first(), t('field.follow.animate'))
    await page.waitForURL(/\/kling$/)
    await hydrated(page)
    await expect(
      page.getByRole('group', { name: t('kling.field.start_image_url') }).locator('img')
    ).toBeVisible()
  }
)

test(
  'kling: a video shows its progress, plays to the end and is extended',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/kling')
    await prompt(page).fill('A small boat on a moonlit sea [sandbox:delay=3000]')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    expect(await playThrough(card.locator('video'))).toBeCloseTo(5, 0)

    await continueWith(card, t('field.follow.extend'), earlierResult(page))
    await prompt(page).fill('The boat lands')
    await generate(page).click()
    expect(await playThrough((await ended(page, 2)).locator('video'))).toBeGreaterThan(1)
  }
)

// A phone has no slider for the volume.
test(
  'suno: the player plays a song at the last volume and stays; the song becomes a video',
  { tag: ['@desktop', '@all'] },
  async ({ page }) => {
    await openTool(page, '/suno')
    await prompt(page).fill('A slow waltz for strings [sandbox:delay=3000]')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const card = await ended(page, 1)
    // After the last song of the list, the player stops.
    await card.getByRole('button', { name: /^Play/ }).last().click()
    const bar = page.getByRole('region', { name: t('player.title') })
    const volume = bar.getByRole('slider', { name: t('player.volume') })
    await expect(volume).toHaveValue('100')
    await volume.fill('30')
    const sound = page.locator('body > audio')
    expect(await sound.evaluate((player: HTMLAudioElement) => player.volume)).toBeCloseTo(0.3)
    await bar.getByRole('slider', { name: t('player.seek') }).fill('5')
    await expect
      .poll(() => sound.evaluate((player: HTMLAudioElement) => player.currentTime))
      .toBeGreaterThanOrEqual(5)
    expect(await playThrough(sound)).toBeGreaterThan(10)

    await openMenu(card)
    await pressFollowUp(card, t('suno.follow.video'))
    expect(await playThrough((await ended(page, 2)).locator('video'))).toBeGreaterThan(10)
    await page.reload()
    await hydrated(page)
    await cards(page).getByRole('button', { name: /^Play/ }).first().click()
    await expect(volume).toHaveValue('30')
  }
)

test('errors are shown at their fields, and a failed run says that it cost nothing', async ({
  browser,
  studio
}) => {
  // Browsers report refused requests as console errors, so use a page where they are not checked.
  const page = await browser.newPage({ baseURL: studio.url })
  await openTool(page, '/flux')
  await generate(page).click()
  await expect(prompt(page)).toBeFocused()
  await expect(prompt(page)).toHaveAccessibleDescription(
    t('field.issue.required', { name: t('flux.field.prompt') })
  )

  const refusal = {
    success: false,
    error: {
      code: 'bad_request',
      message: 'no',
      issues: [{ field: 'prompt', code: 'not_allowed' }]
    }
  }
  await page.route('**/flux/images', route => route.fulfill({ status: 422, json: refusal }), {
    times: 1
  })
  await prompt(page).fill('A fox [sandbox:fail=forbidden]')
  await generate(page).click()
  await expect(prompt(page)).toHaveAccessibleDescription(t('field.issue.not_allowed'))

  await prompt(page).fill('A fox in the snow [sandbox:fail=forbidden]')
  await generate(page).click()
  const card = await ended(page, 1)
  await expect(card.getByRole('alert')).toContainText(t('field.failure.free'))
  await card.getByText(t('field.failure.details')).click()
  await expect(card.getByRole('alert')).toContainText(/task [0-9a-f-]{36}/)
  await expect(page.locator('[data-balance]')).toContainText(/^20\D/)
  const again = (run: Locator) => run.getByRole('button', { name: t('field.results.retry') })
  await expect(again(card)).toHaveCount(0)

  await prompt(page).fill('A fox in the rain [sandbox:fail=api_error]')
  await generate(page).click()
  await expect(again(await ended(page, 2))).toContainText('0.4')
  // A double click starts only one run.
  await again(cards(page).first()).dblclick()
  await expect(await ended(page, 3)).toContainText('A fox in the rain')
  await page.close()
})

test('settings are reused, a result is deleted for good, and older results load on scroll', async ({
  page
}) => {
  const ada = await signUpUser(page)
  const make = (made: number): Promise<void> =>
    ada.generate('/flux/images', { prompt: `Hills ${made}`, model: 'flux-schnell' })
  await Promise.all(Array.from({ length: 13 }, (_, index) => make(index + 1)))
  await make(14)
  await page.goto('/flux')
  await hydrated(page)
  await pressFollowUp(cards(page).first(), t('field.card.again'))
  await expect(prompt(page)).toHaveValue('Hills 14')

  await page.goto('/flux/history')
  await expect(cards(page)).toHaveCount(12)
  await hydrated(page)
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(14)
  await fillsWidth(page)

  const first = cards(page).first()
  await pressFollowUp(first, t('field.card.delete'))
  await first.getByRole('button', { name: t('field.card.delete_yes') }).click()
  await expect(cards(page)).toHaveCount(13)
  await page.reload()
  await expect(page.getByText('Hills 14', { exact: true })).toHaveCount(0)
})
