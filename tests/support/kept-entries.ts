import type { Page } from 'playwright/test'
import { findStoredEntry, type StoragePlace } from '#core/browser-storage.ts'

/** Entries that a window has kept: the names of their declarations, and entries without one. */
export type KeptEntries = { declared: Set<string>; unknown: Set<string> }

/**
 * Adds what the window of a page keeps now: cookies, both storages, caches, and databases.
 * @param found entries of earlier pages
 */
export async function collectKeptEntries(page: Page, found: KeptEntries): Promise<void> {
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  const others = await page.evaluate(async () => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    CacheStorage: await caches.keys(),
    IndexedDB: (await indexedDB.databases()).map(({ name }) => name ?? '')
  }))
  for (const [place, names] of Object.entries({ cookie: cookies, ...others }))
    for (const name of names) {
      const entry = findStoredEntry(place as StoragePlace, name)
      if (entry === undefined) found.unknown.add(`${place} ${name}`)
      else found.declared.add(`${place} ${entry.name}`)
    }
}
