import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { TestStudio } from './studio.ts'

/** Rows of each table, each row as one text of all its columns. */
export type Scanned = Record<string, string[]>

/**
 * Reads every column of every table that the database knows, also of indexes that are tables. Bytes
 * are read as latin1, so that text in them is found too.
 */
export async function readEveryTable({ context: { database } }: TestStudio): Promise<Scanned> {
  const { db, kind } = database
  const names =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`
  const { rows: tables } = await names.execute(db)
  const read = tables.map(async ({ name }) => {
    const { rows } = await readRows(db, kind, name)
    return [name, rows.map(row => Object.entries(row).map(textOf).join('\n'))] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

type Db = TestStudio['context']['database']['db']
type Row = Record<string, unknown>

async function readRows(db: Db, kind: string, name: string): Promise<{ rows: Row[] }> {
  if (kind === 'postgres') return sql<Row>`select * from ${sql.table(name)}`.execute(db)
  // Numbers of an index may be too large for JavaScript, so each column is read as its bytes.
  const { rows: columns } = await sql<{ name: string }>`
    select name from pragma_table_info(${name})`.execute(db)
  const parts = columns.map(column => {
    const ref = sql.ref(column.name)
    return sql`cast(${ref} as blob) as ${ref}`
  })
  return sql<Row>`select ${sql.join(parts)} from ${sql.table(name)}`.execute(db)
}

function textOf([column, value]: [string, unknown]): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null
  if (text !== null) return `${column}=${text}`
  if (value instanceof Date) return `${column}=${value.toISOString()}`
  return `${column}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
}

/** Returns the tables with a row that contains one of these words, in any upper or lower case. */
export function tablesWith(scanned: Scanned, words: readonly string[]): string[] {
  const small = words.map(word => word.toLowerCase())
  const found = Object.entries(scanned).filter(([, rows]) =>
    rows.some(row => small.some(word => row.toLowerCase().includes(word)))
  )
  return found.map(([name]) => name).toSorted()
}

/** Returns the files below a folder that contain one of these words, by their paths. */
export async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter(each => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (words.some(word => bytes.includes(word) || path.includes(word)))
      found.push(relative(folder, path))
  }
  return found.toSorted()
}
