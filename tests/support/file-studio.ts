import { test as base } from './browser.ts'
import type { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/**
 * A studio for the tests of one file, in place of that which files share. A fixture of the worker's would end the worker and
 * its browser with the file.
 * @param start is called once in a file, before its first test
 */
export function withStudio<S extends Studio>(start: () => Promise<S>) {
  // Playwright reads the base address even before a file's own hooks: whoever asks first starts it.
  let own: Promise<S> | undefined
  base.afterAll(async () => (await own)?.stop())
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
  return base.extend<{ studio: S }>({ studio: [async ({}, use) => use(await (own ??= start())), { scope: 'test' }] })
}
