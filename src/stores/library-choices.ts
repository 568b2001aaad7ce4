import { fetchLibraryItems } from '#client/library.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { FileField } from '#core/field.ts'
import { withUserToken } from '#stores/renewal.ts'
import { isTypeAccepted } from '#stores/uploading.ts'

/** An item with a file that a field accepts. */
export type LibraryChoice = Omit<LibraryItem, 'url'> & { url: string }

/** By kind of items, the cursor of the next page. A kind without one has no more items. */
export type LibraryCursors = Readonly<Partial<Record<LibraryItem['kind'], string>>>

export type LibraryChoices = { items: readonly LibraryChoice[]; rest: LibraryCursors }

/** The first pages of all kinds of items whose files a field may accept. */
const FIRST: Record<FileField['accept'], LibraryCursors> = {
  image: { image: '', upload: '' },
  audio: { audio: '', upload: '' },
  video: { video: '', upload: '' },
  media: { audio: '', video: '', upload: '' }
}

/**
 * Loads items of the user's library whose files a field accepts, newest first.
 * @param rest `rest` of the items before; by default, the newest items are loaded
 * @throws Problem when they cannot be loaded
 */
export async function loadLibraryChoices(
  accept: FileField['accept'],
  rest: LibraryCursors = FIRST[accept]
): Promise<LibraryChoices> {
  const kinds = Object.keys(rest) as (keyof LibraryCursors)[]
  const pages = await withUserToken(token =>
    Promise.all(kinds.map(kind => fetchLibraryItems(token, kind, rest[kind] ?? '')))
  )
  return {
    items: pages
      .flatMap(({ items }) => items.filter(item => isChoice(item, accept)))
      .toSorted((one, other) => other.created_at.localeCompare(one.created_at)),
    rest: Object.fromEntries(
      kinds.flatMap((kind, at) => {
        const next = pages[at]?.next ?? null
        return next === null ? [] : [[kind, next]]
      })
    )
  }
}

function isChoice(item: LibraryItem, accept: FileField['accept']): item is LibraryChoice {
  return item.url !== null && item.type !== null && isTypeAccepted(accept, item.type)
}
