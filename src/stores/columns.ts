import {
  COLUMNS_COOKIE,
  readHidden,
  writeHidden,
  type HiddenColumns
} from '#core/hidden-columns.ts'
import { persisted } from '#stores/persisted.ts'

const NONE: HiddenColumns = {}

/** The columns that the user has hidden, by table. */
export const $columns = persisted<HiddenColumns>('columns', NONE, saved =>
  readHidden(JSON.stringify(saved))
)

/** The lifetime of the cookie, in seconds: one year. */
const KEPT = 31_536_000

/**
 * Hides these columns of a table in this browser. A cookie tells the server, which renders pages
 * without them.
 */
export function hideColumns(table: string, hidden: readonly string[]): void {
  const { [table]: _, ...others } = $columns.get()
  $columns.set(hidden.length === 0 ? others : { ...others, [table]: hidden })
}

// Update the cookie on every change, including those from another tab or from signing out.
if (typeof document !== 'undefined') {
  $columns.listen(hidden => {
    const age = Object.keys(hidden).length === 0 ? 0 : KEPT
    document.cookie = `${COLUMNS_COOKIE}=${encodeURIComponent(writeHidden(hidden))}; path=/; max-age=${age}; samesite=lax`
  })
}
