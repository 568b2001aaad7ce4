import { test as base } from './browser.ts'
import type { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/**
 * Gives the tests of one file a studio of their own in place of the shared one. A worker-scoped
 * fixture would end the worker and its browser after the file.
 * @param start called once per file, before its first test
 */
export function withStudio<S extends Studio>(start: () => Promise<S>) {
  // Playwright reads the base URL even before a file's own hooks, so the first reader starts the
  // studio.
  let own: Promise<S> | undefined
  base.afterAll(async () => (await own)?.stop())
  return base.extend<{ studio: S }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures here
    studio: [async ({}, use) => use(await (own ??= start())), { scope: 'test' }]
  })
}
