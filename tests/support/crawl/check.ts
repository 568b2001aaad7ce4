import type { Page } from 'playwright/test'
import { HABITS, pressable } from '../access.ts'
import { expect, fits, OPERATOR } from '../browser.ts'
import { speaksPseudo } from '../plain.ts'
import { keepsRules } from '../rules.ts'
import { SAID } from '../states/index.ts'

/** Language and theme of a visit: dark and left to right, or light and right to left. */
export const LOOKS = [
  ['en', 'dark'],
  ['ar', 'light']
] as const

export type Look = (typeof LOOKS)[number]

/**
 * The admin's email address in the crawl's world, and the name derived from it. Both are no strings
 * of the product.
 */
const ADMIN = [OPERATOR, 'operator']

/** Highest accepted layout shift of an idle page: "good" by web.dev/cls. */
const LAYOUT_SHIFT = 0.1

type Moved = { by: number; what: string[] }

declare global {
  interface Window {
    /** Layout shifts without user input, and the elements that moved. */
    moved?: Moved[]
  }
}

/** Collects layout shifts from the first paint on. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: Moved[] = (window.moved = [])
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    const tell = (node: Node | null): string =>
      node instanceof Element
        ? (node.outerHTML.match(/^<[^>]*>/)?.[0] ?? '')
        : String(node?.nodeValue)
    const note = (entries: PerformanceEntryList): void => {
      for (const { hadRecentInput, value, sources } of entries as Shift[])
        if (!hadRecentInput) moved.push({ by: value, what: sources.map(({ node }) => tell(node)) })
    }
    new PerformanceObserver(list => note(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true
    })
  })
}

/** Names of days, which come from the data of the language and not from the locale files. */
const DAYS = ['Today', 'Yesterday']

/**
 * Checks the visible state: WCAG, target size, no overflow, no text outside the locale files.
 * @param habits additional rules of axe
 */
export async function checkState(page: Page, habits: readonly string[] = []): Promise<void> {
  await keepsRules(page, habits)
  await pressable(page)
  await fits(page)
  await speaksPseudo(page, [...SAID, ...ADMIN, ...DAYS])
}

/** Checks a page that has just opened: landmarks and headings too, and that nothing moved. */
export async function checkPage(page: Page): Promise<void> {
  const moved = await page.evaluate(() => window.moved ?? [])
  expect(
    moved.reduce((sum, { by }) => sum + by, 0),
    `what moved: ${JSON.stringify(moved)}`
  ).toBeLessThan(LAYOUT_SHIFT)
  const size = page.viewportSize()
  // axe ignores a label that is scrolled out of view in its form, so enlarge the window.
  await page.setViewportSize({ width: size?.width ?? 1280, height: 3000 })
  await checkState(page, HABITS)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  if (size !== null) await page.setViewportSize(size)
}
