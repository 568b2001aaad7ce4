import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, request, type Page } from 'playwright/test'
import { FULL_DOSE } from './dose.ts'
import { startStudio } from './process.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Studio = Awaited<ReturnType<typeof startStudio>>

/** Words of the interface, as a person of that language reads them. */
export type Words = (key: string) => string

/**
 * Journeys run against a process of their own; each test fails on a console error that it did not expect. Whoever needs
 * another studio overrides `studio`: files whose workers are alike share a worker, its browser and its studio.
 */
export const test = base.extend<{ expected: RegExp; calm: void; studio: Studio }, { shared: Studio }>({
  shared: [
    async ({}, use) => {
      // All journeys come from one address, more of them in a minute than any person.
      const studio = await startStudio({ RATE_LIMITS: 'off' })
      await openSite(studio.url)
      await use(studio)
      await studio.stop()
    },
    { scope: 'worker' }
  ],
  studio: ({ shared }, use) => use(shared),
  baseURL: ({ studio }, use) => use(studio.url),
  // Errors of the console that a file expects: nothing, unless it says otherwise.
  expected: [/^$/, { option: true }],
  calm: [
    async ({ page, expected }, use) => {
      const noise: string[] = []
      page.on('console', message => {
        if (message.type() === 'error' && !expected.test(message.text())) noise.push(message.text())
      })
      page.on('pageerror', error => {
        // Chromium's own word for a page that is left before it has faded in: nothing is wrong and nothing is lost.
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

/** Shows pages in one theme, as to somebody who has chosen it and whose system prefers it too: a site has a theme of its own. */
export async function wearTheme(page: Page, url: string, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.context().addCookies([{ name: 'THEME', value: theme, url }])
}

/** Somebody who looks after the site has been here first, and seen the first-run page: everybody else is a newcomer to a studio that stands. */
export async function openSite(url: string): Promise<void> {
  const operator = await request.newContext({ baseURL: url })
  const data = { email: OPERATOR, password: PASSWORD }
  await operator.post('/api/auth/sign-up/email', { data, headers: { origin: url } })
  await operator.get('/auth/begin?redirect=/')
  await operator.dispose()
}

/** Islands have come to life: what is typed and clicked now is heard. Before a page is loaded, some may not even be in it. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

/** At full dose, no rule is broken on a page that a journey comes by: `npm test` leaves that to the crawl, which sees each page and state. */
export async function accessible(page: Page): Promise<void> {
  if (FULL_DOSE) await keepsRules(page)
}

/** No rule of WCAG 2.2 AA that a machine can check is broken on this page. @param habits rules of axe's that it keeps as well */
export async function keepsRules(page: Page, habits: readonly string[] = []): Promise<void> {
  const rules = Object.fromEntries(habits.map(rule => [rule, { enabled: true }]))
  const axe = new AxeBuilder({ page }).options({ runOnly: { type: 'tag', values: WCAG }, rules, resultTypes: ['violations'] })
  // A page without frames is looked at in itself, which takes half the time.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Nothing stands out at the side. */
export async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBeLessThanOrEqual(0)
}

let people = 0
/** Who looks after a site that {@link openSite} opened. */
export const OPERATOR = 'operator@example.com'
export const PASSWORD = 'correct horse battery'

export function newAddress(): string {
  return `person-${process.pid}-${++people}@example.com`
}
