import { createTranslate, type Translate } from '#i18n/translate.ts'
import { expect, openSite } from '../browser.ts'
import { collectKeptEntries } from '../kept-entries.ts'
import { startStudio } from '../process.ts'
import { watchForeignRequests } from './own-requests.ts'
import { pseudoStrings, pseudoTree } from '../pseudo.ts'
import { test as base } from '../states/lived.ts'

/**
 * Test with a studio whose English and Arabic strings are replaced by pseudo text. So plain English
 * on its pages is text from the source that is missing in the locale files.
 */
export const test = base.extend<{ alone: void }, { folder: string }>({
  // No page may ask any other server for anything, or keep what the page about cookies lacks.
  alone: [
    async ({ context, page, studio }, use) => {
      const foreign = watchForeignRequests(context, studio.url)
      await use()
      expect(foreign, 'requests to other servers').toEqual([])
      if (!page.url().startsWith(studio.url)) return
      const kept = { declared: new Set<string>(), unknown: new Set<string>() }
      await collectKeptEntries(page, kept)
      expect([...kept.unknown], 'what the page about cookies lacks').toEqual([])
    },
    { auto: true }
  ],
  folder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
    async ({}, use) => {
      const tree = await pseudoTree()
      await use(tree.folder)
      tree.remove()
    },
    { scope: 'worker', timeout: 120_000 }
  ],
  shared: [
    async ({ folder }, use) => {
      const studio = await startStudio({ RATE_LIMITS: 'off' }, folder)
      await openSite(studio.url)
      await use(studio)
      await studio.stop()
    },
    { scope: 'worker', timeout: 60_000 }
  ],
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 4\d\d/
})

/** Returns the strings of the pseudo studio's pages. */
export function pseudoWords(locale: string): Translate {
  return createTranslate(pseudoStrings(locale), locale)
}
