import { createTranslate, type Translate } from '#i18n/translate.ts'
import { openSite } from '../browser.ts'
import { startStudio } from '../process.ts'
import { pseudoStrings, pseudoTree } from '../pseudo.ts'
import { test as base } from '../states/lived.ts'

/**
 * A studio whose English and Arabic are pseudo text. Plain English on its pages comes from the
 * source instead of the locale files.
 */
export const test = base.extend<object, { folder: string }>({
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
  // A refused form is a page with an error status, which the browser's console reports.
  expected: /status of 4\d\d/
})

/** The strings of that studio's pages. */
export function pseudoWords(locale: string): Translate {
  return createTranslate(pseudoStrings(locale), locale)
}
