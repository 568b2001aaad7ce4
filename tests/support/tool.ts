import type { Locator, Page } from 'playwright/test'
import { expect, newAddress, PASSWORD } from './browser.ts'
import { wordsOf } from './words.ts'

const t = wordsOf('en')

/** The form has come to life. What was made comes to life with the first that is done with it, which is not lost. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client="soon"])')).toHaveCount(0)
}

/** Signs up on the sign-in page that stands open. */
export async function signUpHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
}

/** Comes to a tool as a new person, whose account is made by the API: `login.spec.ts` signs up at the page. */
export async function openTool(page: Page, path: string): Promise<void> {
  const made = await page.request.post('/api/auth/sign-up/email', { data: { email: newAddress(), password: PASSWORD } })
  expect(made.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${path}`)
  // The first person of a studio is asked for its name before that.
  await page.waitForURL(url => [path, '/welcome'].includes(url.pathname))
  if (new URL(page.url()).pathname !== path) await page.goto(path)
  await hydrated(page)
}

/** The form: the page beside it tells of the same settings. */
export const settings = (page: Page): Locator => page.getByRole('form', { name: t('field.form.label'), exact: true })

export const prompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt', exact: true })

export const generate = (page: Page): Locator => page.getByRole('button', { name: new RegExp(`^${t('field.form.generate')}`) })

/** All of the form: what has been handed over leaves a phone only its beginning. */
export async function showForm(page: Page): Promise<void> {
  const handle = page.getByRole('button', { name: t('field.sheet.low'), exact: true })
  if (await handle.isVisible()) await handle.click()
}

/** The cards of tasks, newest first. */
export const cards = (page: Page): Locator => page.getByRole('region', { name: t('field.results.title') }).getByRole('article')

/** How far the newest task is, as its feed pushes it: the page asks nobody. */
export const percent = (page: Page): Locator =>
  cards(page)
    .first()
    .getByText(/\d+\s?%/)

/** Waits until the newest task has ended. */
export async function ended(page: Page, many: number): Promise<Locator> {
  await expect(cards(page)).toHaveCount(many)
  await expect(cards(page).first()).toHaveAttribute('aria-busy', 'false', { timeout: 45_000 })
  return cards(page).first()
}

/** Has every picture in there been decoded? */
export async function decoded(pictures: Locator, many: number): Promise<void> {
  await expect(pictures).toHaveCount(many)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
}

/** Plays sound or a film, quickly, until it says that it has ended. @returns its length in seconds */
export function playThrough(media: Locator): Promise<number> {
  return media.evaluate(async (player: HTMLMediaElement) => {
    const over = new Promise<void>((resolve, reject) => {
      player.addEventListener('ended', () => resolve(), { once: true })
      player.addEventListener('error', () => reject(new Error(player.error?.message)), { once: true })
    })
    player.muted = true
    player.playbackRate = 8
    await player.play()
    await over
    return player.duration
  })
}
