import type { Page } from 'playwright/test'
import type { Translate } from '#i18n/translate.ts'
import { en } from '#providers/sandbox-media/verses/en.ts'
import { addressIn } from '../access-world.ts'
import { expect } from '../browser.ts'
import type { Lived } from './lived.ts'

/** Where a state is looked at: a page, the words of its language, and for whom it was prepared. */
export type Place = { page: Page; t: Translate; world: Lived; locale: string }

/** One thing that a person does, or sees before they go on. */
export type Step = (place: Place) => Promise<unknown>

/** Something that a page can look like, and the way to it from the one before. */
export type State = readonly [name: string, ...steps: Step[]]

/** States that come after each other, of one person in one window. Gone through again, it shows the same. */
export type Scene = {
  name: string
  who: 'guest' | 'person' | 'newcomer' | 'careful'
  /** In a window as large as a phone's? */
  phone?: true
  states: readonly State[]
}

/** What people say in scenes, and the names that are given to things: they are nobody's words. */
export const SAID = [
  // As the sandbox calls a song of it.
  ...en.titles.map(title => title.replace('{{word}}', 'Harbour')),
  'Tides in `code`',
  'A boat on a lake',
  'About boats',
  'Backend',
  'Boats',
  'Harbour',
  'Tides',
  'Waves',
  'Zebras',
  'evil',
  'studio.example',
  '“Harbour”',
  'boat.png',
  'notes.txt',
  'film.mp4'
]

/** Opens a window for a scene: who is in it, and how large it is. */
export async function enter(page: Page, world: Lived, { who, phone }: Scene): Promise<void> {
  const states = { person: world.state, newcomer: world.newcomer, careful: world.careful }
  if (who !== 'guest') await page.context().addCookies(states[who].cookies)
  if (phone) await page.setViewportSize({ width: 390, height: 844 })
}

type Role = Parameters<Page['getByRole']>[0]

/** Opens a page, once its islands have come to life. @param path without a language, with ids as `{order}` */
export function at(path: string): Step {
  return async ({ page, world, locale }) => {
    await page.goto(addressIn(world, path, locale))
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    // What was made comes to life with the first that is done with it.
    await expect(page.locator('astro-island[ssr]:not([client="soon"])')).toHaveCount(0)
  }
}

/** Presses the first that can be seen of a role and a name. @param key of its name */
export function press(key: string, role: Role = 'button', values?: Record<string, string | number>): Step {
  return ({ page, t }) =>
    page
      .getByRole(role, { name: t(key, values), exact: true })
      .filter({ visible: true })
      .first()
      .click()
}

/** Presses a button whose name goes on, as with a price. */
export function pressBeginning(key: string): Step {
  return ({ page, t }) =>
    page
      .getByRole('button', { name: t(key) })
      .filter({ visible: true })
      .first()
      .click()
}

/** Unfolds what says so. */
export function unfold(key: string): Step {
  return ({ page, t }) =>
    page
      .locator('summary')
      .filter({ hasText: t(key), visible: true })
      .first()
      .click()
}

/** Unfolds all there is in the page's own part. */
export const unfoldAll: Step = async ({ page }) => {
  await expect(page.locator('main details').first()).toBeAttached()
  await page.locator('main').evaluate(main => main.querySelectorAll('details').forEach(each => (each.open = true)))
}

/** Writes into the first field with that label that can be seen. */
export function write(key: string, text: string): Step {
  return ({ page, t }) => page.getByLabel(t(key), { exact: true }).filter({ visible: true }).first().fill(text)
}

/** Waits until something can be seen. @param selector in the page's own part or over it */
export function sees(selector: string): Step {
  return ({ page }) => expect(page.locator(selector).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 })
}

/** Waits until something is said. */
export function reads(key: string, values?: Record<string, string | number>): Step {
  return ({ page, t }) => expect(page.getByText(t(key, values)).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 })
}

/** Waits until a field says that it is wrong. */
export const isRefused = sees('[aria-invalid=true]')

/** Presses a key. */
export function strike(name: string): Step {
  return ({ page }) => page.keyboard.press(name)
}

/** Closes the dialog that is open. */
export const leave: Step = async ({ page }) => {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}
