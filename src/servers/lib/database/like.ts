import { sql, type RawBuilder } from 'kysely'

/** Does a column hold this text anywhere, in any case? Signs that stand for others in a pattern stand for themselves. */
export function holds(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, each => `\\${each}`)}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}

/** Does it begin with it, as ids do of which somebody knows the first letters? */
export function begins(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${text.length}) = ${text}`
}
