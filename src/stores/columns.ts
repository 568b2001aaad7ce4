import {
  COLUMNS_COOKIE,
  parseHiddenColumns,
  serializeHiddenColumns,
  type HiddenColumns
} from '#core/hidden-columns.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

const NONE: HiddenColumns = {}

/** The columns that the user has hidden, by table. */
export const $hiddenColumns = createPersistedAtom<HiddenColumns>('columns', NONE, saved =>
  parseHiddenColumns(JSON.stringify(saved))
)

/** The lifetime of the cookie, in seconds: one year. */
const KEPT = 31_536_000

/**
 * Hides these columns of a table in this browser. A cookie tells the server, which renders pages
 * without them.
 */
export function hideColumns(table: string, hidden: readonly string[]): void {
  const { [table]: _, ...others } = $hiddenColumns.get()
  $hiddenColumns.set(hidden.length === 0 ? others : { ...others, [table]: hidden })
}

// Update the cookie on every change, including those from another tab or from signing out.
if (typeof document !== 'undefined') {
  $hiddenColumns.listen(hidden => {
    const age = Object.keys(hidden).length === 0 ? 0 : KEPT
    document.cookie = `${COLUMNS_COOKIE}=${encodeURIComponent(serializeHiddenColumns(hidden))}; path=/; max-age=${age}; samesite=lax`
  })
}
