/** The columns that a user has hidden, by table. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>

/**
 * The cookie that contains the hidden columns, so a page can leave them out before any script runs.
 */
export const COLUMNS_COOKIE = 'COLUMNS'

const NAME = /^[\w-]{1,32}$/

/** Maximum number of hidden columns that are read for one table. */
const MOST = 20

/** @param text the value that {@link serializeHiddenColumns} wrote; anything else hides nothing */
export function parseHiddenColumns(text: string): HiddenColumns {
  const saved = parse(text)
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return {}
  const tables = Object.entries(saved).filter(([table]) => NAME.test(table))
  return Object.fromEntries(
    tables
      .map(([table, columns]) => [table, namesIn(columns)])
      .filter(([, columns]) => columns?.length !== 0)
  )
}

export function serializeHiddenColumns(hidden: HiddenColumns): string {
  return JSON.stringify(hidden)
}

function namesIn(columns: unknown): string[] {
  if (!Array.isArray(columns)) return []
  return columns
    .filter((each): each is string => typeof each === 'string' && NAME.test(each))
    .slice(0, MOST)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
