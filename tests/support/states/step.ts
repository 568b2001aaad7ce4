import type { Page } from 'playwright/test'
import type { Translate } from '#i18n/translate.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'
import { addressIn } from '../access-world.ts'
import { expect } from '../browser.ts'
import type { Lived } from './lived.ts'

/** The place of a step: the page, the strings in its language, and the world prepared for it. */
export type Place = { page: Page; t: Translate; world: Lived; locale: string }

/** One action of a user, or one thing that they see before they continue. */
export type Step = (place: Place) => Promise<unknown>

/** A named state of a page, and the steps to it from the state before. */
export type State = readonly [name: string, ...steps: Step[]]

/** States that one user sees one after the other in one window. A repeated visit shows the same. */
export type Scene = {
  name: string
  who: 'guest' | 'person' | 'newcomer' | 'careful'
  /** Whether the window has the size of a phone. */
  phone?: true
  states: readonly State[]
}

/** Texts that users write in scenes, and names that they give. They need no translation. */
export const SAID = [
  // The sandbox gives such titles to songs.
  ...loadSandboxStrings('en')
    .list('song.title')
    .map(title => title.replace('{{word}}', 'Harbour')),
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
  '{Harbour|Waves}',
  'boat.png',
  'notes.txt',
  'film.mp4'
]

/** Signs in as the scene's user, and sets the size of the window. */
export async function enter(page: Page, world: Lived, { who, phone }: Scene): Promise<void> {
  const states = { person: world.state, newcomer: world.newcomer, careful: world.careful }
  if (who !== 'guest') await page.context().addCookies(states[who].cookies)
  if (phone) await page.setViewportSize({ width: 390, height: 844 })
}

type Role = Parameters<Page['getByRole']>[0]

/**
 * Opens a page and waits until its islands are hydrated.
 * @param path without a language, with ids as `{order}`
 */
export function at(path: string): Step {
  return async ({ page, world, locale }) => {
    await page.goto(addressIn(world, path, locale))
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    // Do not wait for the result list, which hydrates on first use.
    await expect(page.locator('astro-island[ssr]:not([client="soon"])')).toHaveCount(0)
  }
}

/**
 * Presses the first visible element with a role and a name.
 * @param key of the string that is its name
 */
export function press(
  key: string,
  role: Role = 'button',
  values?: Record<string, string | number>
): Step {
  return ({ page, t }) =>
    page
      .getByRole(role, { name: t(key, values), exact: true })
      .filter({ visible: true })
      .first()
      .click()
}

/** Presses a button whose name begins with a text, such as one with a price. */
export function pressBeginning(key: string): Step {
  return ({ page, t }) =>
    page
      .getByRole('button', { name: t(key) })
      .filter({ visible: true })
      .first()
      .click()
}

/** Unfolds the first visible element with this summary. */
export function unfold(key: string): Step {
  return ({ page, t }) =>
    page
      .locator('summary')
      .filter({ hasText: t(key), visible: true })
      .first()
      .click()
}

/** Unfolds everything in the main part of the page. */
export const unfoldAll: Step = async ({ page }) => {
  await expect(page.locator('main details').first()).toBeAttached()
  await page
    .locator('main')
    .evaluate(main => main.querySelectorAll('details').forEach(each => (each.open = true)))
}

/** Writes into the first visible field with that label. */
export function write(key: string, text: string): Step {
  return ({ page, t }) =>
    page.getByLabel(t(key), { exact: true }).filter({ visible: true }).first().fill(text)
}

/**
 * Waits until an element is visible.
 * @param selector in the page's main part or over it
 */
export function sees(selector: string): Step {
  return ({ page }) =>
    expect(page.locator(selector).filter({ visible: true }).first()).toBeVisible({
      timeout: 30_000
    })
}

/** Waits until a text is visible. */
export function reads(key: string, values?: Record<string, string | number>): Step {
  return ({ page, t }) =>
    expect(page.getByText(t(key, values)).filter({ visible: true }).first()).toBeVisible({
      timeout: 30_000
    })
}

/** Waits until a field is marked as invalid. */
export const isRefused = sees('[aria-invalid=true]')

/** Presses a key on the keyboard. */
export function strike(name: string): Step {
  return ({ page }) => page.keyboard.press(name)
}

/** Closes the open dialog. */
export const leave: Step = async ({ page }) => {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}

/** Clears the local storage, as for a new visitor. */
export function forget({ page }: Place): Promise<void> {
  return page.evaluate(() => localStorage.clear())
}
