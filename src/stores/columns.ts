import { COLUMNS_COOKIE, readHidden, writeHidden, type HiddenColumns } from '#core/hidden-columns.ts'
import { persisted } from '#stores/persisted.ts'

const NONE: HiddenColumns = {}

/** The columns of each table that its person does not want to see. */
export const $columns = persisted<HiddenColumns>('columns', NONE, saved => readHidden(JSON.stringify(saved)))

/** A year, in seconds. */
const KEPT = 31_536_000

/** Hides these columns of a table from now on, in this browser. Pages come without them: a cookie tells the server. */
export function hideColumns(table: string, hidden: readonly string[]): void {
  const { [table]: _, ...others } = $columns.get()
  $columns.set(hidden.length === 0 ? others : { ...others, [table]: hidden })
}

// Whatever changes it, another tab or signing out, the server is told.
if (typeof document !== 'undefined') {
  $columns.listen(hidden => {
    const age = Object.keys(hidden).length === 0 ? 0 : KEPT
    document.cookie = `${COLUMNS_COOKIE}=${encodeURIComponent(writeHidden(hidden))}; path=/; max-age=${age}; samesite=lax`
  })
}
