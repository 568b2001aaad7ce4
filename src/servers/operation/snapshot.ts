import { COUNTERS_TABLE } from '#servers/lib/rate-counters.ts'
import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Contents of a database copy, all of one moment. */
export type Snapshot = {
  schema: number
  /** Rows of each table. */
  tables: Record<string, number>
  /** Keys of the blobs that it names. */
  blobs: string[]
}

/** Columns that contain keys of blobs. They are empty in a row whose bytes are missing. */
const NAMED_IN = [{ table: 'file', column: 'blob' }] as const

/**
 * Table with the schema's version. It is not copied as data, since the manifest contains the
 * version.
 */
export const VERSION_TABLE = 'schema_version'

/**
 * Returns the keys of all blobs that the database refers to.
 * @param tables existing tables, since an older schema may lack some
 */
export async function listBlobKeys(db: Queries, tables: readonly string[]): Promise<string[]> {
  const keys = new Set<string>()
  for (const { table, column } of NAMED_IN) {
    if (!tables.includes(table)) continue
    const name = sql.ref(column)
    const { rows } = await sql<{
      key: string
    }>`select distinct ${name} as key from ${sql.table(table)} where ${name} <> ''`.execute(db)
    for (const { key } of rows) keys.add(key)
  }
  return [...keys]
}

/**
 * Tables that are not copied: the schema's version, which the manifest contains; the rate limits'
 * counters; and the version of public pages, which the database counts itself.
 */
const PASSING: readonly string[] = [VERSION_TABLE, COUNTERS_TABLE, 'shown_version']

/**
 * Returns the names of the tables that hold data. In PostgreSQL these are the tables of the schema
 * that is written to.
 */
export async function listDataTables(db: Queries): Promise<string[]> {
  const found = (await db.introspection.getTables()).filter(
    table => !table.isView && !PASSING.includes(table.name)
  )
  const isPostgres = found.some(table => table.schema !== undefined)
  const current = isPostgres
    ? (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
    : undefined
  return found
    .filter(table => table.schema === current)
    .map(table => table.name)
    .toSorted()
}

export async function countRows(
  db: Queries,
  tables: readonly string[]
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}
