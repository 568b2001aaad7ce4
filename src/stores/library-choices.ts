import { fetchLibraryItems } from '#client/library.ts'
import type { LIBRARY_MEDIA, LibraryItem } from '#contract/library.ts'
import { withUserToken } from '#stores/renewal.ts'

/** An item with a file that can be chosen. */
export type LibraryChoice = Omit<LibraryItem, 'url' | 'type'> & { url: string; type: string }

/** Results of one kind, or uploads of one media type. */
export type LibrarySource = 'image' | 'audio' | 'video' | `upload/${(typeof LIBRARY_MEDIA)[number]}`

/** By source, the cursor of its next page. A source without one has no more items. */
export type LibraryCursors = Readonly<Partial<Record<LibrarySource, string>>>

export type LibraryChoices = { items: readonly LibraryChoice[]; rest: LibraryCursors }

/** The files that can be chosen: those of `sources` whose media type `fits`. */
export type LibraryWish = { sources: readonly LibrarySource[]; fits(type: string): boolean }

/**
 * Loads items of the user's library that can be chosen, newest first.
 * @param rest `rest` of the items before; by default, the newest items are loaded
 * @throws Problem when they cannot be loaded
 */
export async function loadLibraryChoices(
  { sources, fits }: LibraryWish,
  rest: LibraryCursors = Object.fromEntries(sources.map(source => [source, '']))
): Promise<LibraryChoices> {
  const read = Object.keys(rest) as LibrarySource[]
  const pages = await withUserToken(token =>
    Promise.all(
      read.map(source => {
        const [kind, media = ''] = source.split('/') as [LibraryItem['kind'], string?]
        return fetchLibraryItems(token, { kind, media, cursor: rest[source] ?? '' })
      })
    )
  )
  return {
    items: pages
      .flatMap(({ items }) => items.filter(isFile).filter(({ type }) => fits(type)))
      .toSorted((one, other) => other.created_at.localeCompare(one.created_at)),
    rest: Object.fromEntries(
      read.flatMap((source, at) => {
        const next = pages[at]?.next ?? null
        return next === null ? [] : [[source, next]]
      })
    )
  }
}

function isFile(item: LibraryItem): item is LibraryChoice {
  return item.url !== null && item.type !== null
}
