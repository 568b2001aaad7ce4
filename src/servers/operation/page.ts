import { sql, type RawBuilder } from 'kysely'

/** A range of ids: `from` is included, `to` is not. Null means that the range has no such end. */
export type IdRange = { from: string | null; to: string | null }

/** Builds the condition that a column's value is on this page. */
export function isInIdRange(column: string, { from, to }: IdRange): RawBuilder<boolean> {
  const name = sql.ref(column)
  const bounds = [
    ...(from === null ? [] : [sql<boolean>`${name} >= ${from}`]),
    ...(to === null ? [] : [sql<boolean>`${name} < ${to}`])
  ]
  return bounds.length === 0 ? sql<boolean>`1 = 1` : sql.join(bounds, sql` and `)
}
