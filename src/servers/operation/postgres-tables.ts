import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readSchemaVersion } from '#servers/lib/database/migrate.ts'
import { createProgressReporter, type CommandProgress } from '#servers/operation/progress.ts'
import {
  listBlobKeys,
  listDataTables,
  VERSION_TABLE,
  type Snapshot
} from '#servers/operation/snapshot.ts'

/** Rows that are read, and characters of rows that are written, at a time. */
const PAGE = 500
const BATCH = 4_000_000

export const tableFile = (table: string): string => `tables/${table}.jsonl.gz`

/**
 * Writes every table as lines of JSON, all from the same moment. PostgreSQL itself converts rows to
 * text and back, so that our code changes no number, time or character.
 */
export async function snapshotPostgres(
  { db }: Database,
  folder: string,
  telling: CommandProgress
): Promise<Snapshot> {
  await mkdir(join(folder, 'tables'), { recursive: true })
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const names = await listDataTables(tx)
      // This lock only makes schema upgrades wait for the backup.
      await sql`lock table ${sql.join([...names, VERSION_TABLE].map(name => sql.table(name)))} in access share mode`.execute(
        tx
      )
      const tables: Record<string, number> = {}
      for (const name of names)
        tables[name] = await exportTable(tx, name, join(folder, tableFile(name)), telling)
      return { schema: await readSchemaVersion(tx), tables, blobs: await listBlobKeys(tx, names) }
    })
}

async function exportTable(
  tx: Queries,
  table: string,
  file: string,
  telling: CommandProgress
): Promise<number> {
  const tell = createProgressReporter(telling, `Rows of ${table}`)
  const total = await sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table)}`.execute(tx)
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    await sql`declare page no scroll cursor for select row_to_json(row)::text as line from ${sql.table(table)} as row`.execute(
      tx
    )
    for (;;) {
      const { rows } = await sql<{
        line: string
      }>`fetch forward ${sql.lit(PAGE)} from page`.execute(tx)
      if (rows.length === 0) break
      count += rows.length
      tell(count, total.rows[0]?.count ?? 0)
      yield rows.map(row => `${row.line}\n`).join('')
    }
    await sql`close page`.execute(tx)
  }
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    createWriteStream(file, { mode: 0o600, flush: true }),
    { signal: telling.signal }
  )
  return count
}

/**
 * Fills the tables of an empty database.
 * @param tables names of the tables in the backup
 * @throws Error when the schema lacks one of them
 */
export async function importPostgres(
  tx: Queries,
  folder: string,
  tables: readonly string[],
  { say, signal }: CommandProgress
): Promise<void> {
  const own = await listDataTables(tx)
  const foreign = tables.filter(table => !own.includes(table))
  if (foreign.length > 0) say(`Left out, since no table of Polymuse: ${foreign.join(', ')}`)
  const wanted = tables.filter(table => own.includes(table))
  if (wanted.length > 0)
    await sql`truncate ${sql.join(wanted.map(table => sql.table(table)))}`.execute(tx)
  for (const table of await byReference(tx, wanted)) {
    for await (const rows of batches(join(folder, tableFile(table)))) {
      signal.throwIfAborted()
      const name = sql.table(table)
      await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::json)`.execute(
        tx
      )
    }
  }
  await countOn(tx)
}

/** Sets the sequences of the database, so that new numbers follow those of the backup. */
async function countOn(tx: Queries): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and column_default like 'nextval(%'`.execute(tx)
  for (const { table, column } of rows)
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(tx)
}

/** Joins the lines of a table into JSON arrays of a suitable size. */
async function* batches(file: string): AsyncGenerator<string> {
  let lines: string[] = []
  let size = 0
  for await (const line of linesOf(file)) {
    lines.push(line)
    size += line.length
    if (size < BATCH) continue
    yield `[${lines.join(',')}]`
    lines = []
    size = 0
  }
  if (lines.length > 0) yield `[${lines.join(',')}]`
}

/**
 * Yields the lines of a file. Node's `readline` is not used, since it also ends a line at U+2028,
 * which JSON may contain unescaped.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = createGunzip()
  const source = createReadStream(file).once('error', error => text.destroy(error))
  let rest = ''
  for await (const chunk of source.pipe(text).setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Sorts the tables so that no row comes before one that it refers to. */
async function byReference(tx: Queries, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; refers: string }>`
    select child.relname as table, parent.relname as refers from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`.execute(
    tx
  )
  const ordered: string[] = []
  while (ordered.length < tables.length) {
    const waits = (table: string): boolean =>
      rows.some(
        row => row.table === table && tables.includes(row.refers) && !ordered.includes(row.refers)
      )
    const next = tables.filter(table => !ordered.includes(table) && !waits(table))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    ordered.push(...next)
  }
  return ordered
}
