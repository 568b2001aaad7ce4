import { test as base, expect, request, type Page } from 'playwright/test'
import { FULL_DOSE } from './dose.ts'
import { startStudio } from './process.ts'
import { keepsRules } from './rules.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/**
 * Journeys run against a studio in a process of its own. Each test fails on an unexpected console
 * error. A test file that needs another studio overrides `studio`. Files with the same worker
 * options share a worker with its browser and studio.
 */
export const test = base.extend<
  { expected: RegExp; calm: void; studio: Studio },
  { shared: Studio }
>({
  shared: [
    async ({}, use) => {
      // All journeys come from one IP address, and together exceed the rate limits for a user.
      const studio = await startStudio({ RATE_LIMITS: 'off' })
      await openSite(studio.url)
      await use(studio)
      await studio.stop()
    },
    { scope: 'worker' }
  ],
  studio: ({ shared }, use) => use(shared),
  baseURL: ({ studio }, use) => use(studio.url),
  // Console errors that a file expects; none by default.
  expected: [/^$/, { option: true }],
  calm: [
    async ({ page, expected }, use) => {
      const noise: string[] = []
      page.on('console', message => {
        if (message.type() === 'error' && !expected.test(message.text()))
          noise.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => {
        // Chromium reports this for a page that is left before it has faded in. Nothing is lost.
        if (!error.message.startsWith('Transition was ')) noise.push(error.message)
      })
      page.on('dialog', dialog => {
        noise.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      await use()
      expect(noise).toEqual([])
    },
    { auto: true }
  ]
})

export { expect }

/**
 * Shows pages in one theme. It sets both the cookie and the system preference, since a site has a
 * default theme of its own.
 */
export async function wearTheme(page: Page, url: string, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.context().addCookies([{ name: 'THEME', value: theme, url }])
}

/**
 * Signs up the admin, who completes the first-run page. So users of the tests see a studio in use.
 */
export async function openSite(url: string): Promise<void> {
  const operator = await request.newContext({ baseURL: url })
  const data = { email: OPERATOR, password: PASSWORD }
  await operator.post('/api/auth/sign-up/email', { data, headers: { origin: url } })
  await operator.get('/auth/begin?redirect=/')
  await operator.dispose()
}

/**
 * Waits until all islands are hydrated, so that typing and clicks take effect. Before the load
 * event some islands may not be in the page yet.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

/**
 * Checks the accessibility rules at full dose only. `npm test` leaves that to the crawl, which
 * visits each page and state.
 */
export async function accessible(page: Page): Promise<void> {
  if (FULL_DOSE) await keepsRules(page)
}

/** Expects no element to be wider than the page. */
export async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  )
  expect(over).toBeLessThanOrEqual(0)
}

let people = 0
/** Email address of the admin whom {@link openSite} signs up. */
export const OPERATOR = 'operator@example.com'
export const PASSWORD = 'correct horse battery'

export function newAddress(): string {
  return `person-${process.pid}-${++people}@example.com`
}
