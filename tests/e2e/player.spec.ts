import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { ended, generate, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// These journeys make real songs.
test.describe.configure({ timeout: 120_000 })

const player = (page: Page): Locator => page.getByRole('region', { name: t('player.title') })
const keyIn = (page: Page, name: string): Locator =>
  player(page).getByRole('button', { name: t(name), exact: true })

type Heard = { playing: boolean; second: number }

/** Tells whether the song of the page plays, and at which second it is. */
const heard = (page: Page): Promise<Heard> =>
  page.locator('body > audio').evaluate(({ paused, currentTime }: HTMLAudioElement) => ({
    playing: !paused,
    second: currentTime
  }))

/** Makes two songs, and plays the first one from its tenth second. */
async function playSong(page: Page): Promise<Locator> {
  await openTool(page, '/suno')
  await prompt(page).fill('A slow waltz for strings')
  await generate(page).click()
  const card = await ended(page, 1)
  await card.getByRole('button', { name: /^Play/ }).first().click()
  await expect.poll(async () => (await heard(page)).second).toBeGreaterThan(0)
  await player(page)
    .getByRole('slider', { name: t('player.seek') })
    .fill('10')
  // Later than the second that the slider saved.
  await expect.poll(async () => (await heard(page)).second).toBeGreaterThan(11)
  return card
}

test(
  'a song goes on over pages, waits at its place after a reload, and the queue is kept',
  { tag: '@desktop' },
  async ({ page }) => {
    const card = await playSong(page)
    await expect(card.getByRole('button', { name: /^Play/, pressed: true })).toHaveCount(1)
    await page.getByRole('link', { name: t('library.title') }).click()
    await page.waitForURL(/\/library$/)
    await expect(keyIn(page, 'player.pause')).toBeVisible()
    await expect.poll(() => heard(page)).toMatchObject({ playing: true })
    expect((await heard(page)).second).toBeGreaterThan(11)

    await page.reload()
    await expect(player(page)).toBeVisible()
    await expect.poll(async () => (await heard(page)).second).toBeGreaterThan(11)
    expect((await heard(page)).playing).toBe(false)

    await keyIn(page, 'player.queue').click()
    const rows = page.getByRole('region', { name: t('player.queue') }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await keyIn(page, 'player.next').click()
    await expect(rows.nth(1).locator('[aria-current]')).toHaveCount(1)
    await expect.poll(() => heard(page)).toMatchObject({ playing: true })
    await accessible(page)
    await rows
      .nth(0)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(rows).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(keyIn(page, 'player.queue')).toBeFocused()

    const other = page.locator('[data-song][aria-pressed="false"]').first()
    const tile = page.locator(`[data-song="${await other.getAttribute('data-song')}"]`)
    await tile.click()
    await expect(tile).toHaveAttribute('aria-pressed', 'true')
    await keyIn(page, 'player.close').click()
    await expect(player(page)).toHaveCount(0)
    await page.goto('/profile')
    await expect(page.getByRole('main')).toBeVisible()
    await expect(player(page)).toHaveCount(0)
  }
)

test(
  'on a phone the player is above the bar, shows lyrics, and is forgotten at sign-out',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await playSong(page)
    await fits(page)
    const [above, below] = await Promise.all([
      player(page).boundingBox(),
      page.locator('nav.bar').boundingBox()
    ])
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeCloseTo(below?.y ?? -1, 0)
    await keyIn(page, 'player.lyrics').click()
    const lyrics = page.getByRole('region', { name: t('player.lyrics') })
    await expect(lyrics.getByRole('heading', { level: 3 }).first()).toHaveText('Verse')
    await fits(page)
    await accessible(page)

    await page.goto('/ar/profile')
    const ar = wordsOf('ar')
    await expect(page.getByRole('region', { name: ar('player.title') })).toBeVisible()
    await fits(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: ar('common.action.signOut') })
      .click()
    await page.goto('/profile')
    await expect(page.getByRole('main')).toBeVisible()
    await expect(player(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('polymuse:player'))).toBeNull()
  }
)
