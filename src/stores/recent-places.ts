import { createPersistedAtom } from '#stores/persisted.ts'

/** The most places that are remembered. */
const MOST = 5

const NONE: readonly string[] = []

/** Ids of the entries that the user chose last in the palette, the last one first. */
export const $recentPlaces = createPersistedAtom<readonly string[]>('recent', NONE, saved =>
  Array.isArray(saved) ? saved.filter(each => typeof each === 'string').slice(0, MOST) : NONE
)

/** Remembers that the user chose an entry. */
export function rememberPlace(id: string): void {
  const others = $recentPlaces.get().filter(each => each !== id)
  $recentPlaces.set([id, ...others].slice(0, MOST))
}
