import { sql, type RawBuilder } from 'kysely'

/**
 * Matches rows whose column contains this text, ignoring case. Pattern characters are taken
 * literally.
 */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, each => `\\${each}`)}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}

/** Matches rows whose column begins with this text, such as the start of an id. */
export function beginsWithText(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${text.length}) = ${text}`
}
