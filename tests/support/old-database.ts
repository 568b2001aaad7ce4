import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { sqliteFile } from '#servers/lib/database/database.ts'
import { readSchemaVersion } from '#servers/lib/database/migrate.ts'
import { postgresDialect } from '#servers/lib/database/postgres.ts'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { COMPILED } from './compiled.ts'
import { freshStore, type Store } from './database.ts'

/** The whole content of a database: version, columns and indexes, rows. */
export type State = {
  version: number
  schema: string[]
  rows: Record<string, Record<string, unknown>[]>
}

const FIRST_VERSION = join(import.meta.dirname, 'first-version')

/**
 * Creates a store with a database of the first version (commit 6c9924a). It has the data of two
 * users and some unusual rows.
 */
export async function oldStore(): Promise<Store> {
  const store = await freshStore()
  await placeFirstVersion(store)
  await withDatabase(store, db => fill(db, store.kind === 'postgres'))
  return store
}

/**
 * Puts the database of the first version into an empty store. Its users ada@example.com and
 * eve@example.com have chats, a task, orders and a plan.
 */
export async function placeFirstVersion({ databaseUrl, dataDir }: Store): Promise<void> {
  if (databaseUrl === null) {
    await writeFile(
      sqliteFile(dataDir),
      gunzipSync(await readFile(join(FIRST_VERSION, 'sqlite.db.gz')))
    )
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(await readFile(join(FIRST_VERSION, 'postgres.sql'), 'utf8'))
  await client.end()
}

/** Opens the database without changing its schema. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Store,
  work: (db: Kysely<Tables>) => Promise<T>
): Promise<T> {
  const dialect =
    databaseUrl === null ? sqliteDialect(sqliteFile(dataDir)) : postgresDialect(databaseUrl).dialect
  const db = new Kysely<Tables>({ dialect })
  return work(db).finally(() => db.destroy())
}

export function look(store: Store): Promise<State> {
  return withDatabase(store, async db => {
    const tables = (await db.introspection.getTables()).toSorted((a, b) =>
      a.name.localeCompare(b.name)
    )
    const columns = tables.flatMap(table =>
      table.columns.map(
        column =>
          `${table.name}.${column.name} ${column.dataType} ${column.isNullable} ${column.hasDefaultValue}`
      )
    )
    // Compare SQLite's indexes by name, since SQLite keeps their statements as text, whose wording
    // may differ.
    const indexes =
      store.kind === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master`
        : sql<{ name: string }>`select indexdef as name from pg_indexes where schemaname = 'public'
            union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = 'public'::regnamespace and contype <> 'n'`
    // In PostgreSQL, the index of a primary key may still have an earlier name of its table, so
    // ignore that name.
    const names = (await indexes.execute(db)).rows.map(row =>
      row.name.replace(/\b\w+_pkey1?\b/, 'pkey')
    )
    const rows: State['rows'] = {}
    for (const { name } of tables) {
      if (name === 'schema_version') continue
      const all = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
      // PostgreSQL moves a row that an upgrade changes. New columns come last.
      rows[name] = all.rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }
    return {
      version: await readSchemaVersion(db),
      schema: [...columns.toSorted(), ...names.toSorted()],
      rows
    }
  })
}

/**
 * Runs a script that imports server modules, in a process of its own.
 * @returns its output, and the signal that ended it
 */
export async function runScript(script: string): Promise<{ said: string; signal: string | null }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...COMPILED },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { said, signal }
}

/** Opens a database as a start does, in a process that kills itself at a step of the migration. */
export function openAndDie(
  { databaseUrl, dataDir }: Store,
  step: string
): ReturnType<typeof runScript> {
  return runScript(`
    import { openDatabase } from '#servers/lib/database/database.ts'
    const database = await openDatabase({ ...${JSON.stringify({ url: databaseUrl, dataDir })}, notice: () => undefined, onStep(step) {
      if (step === ${JSON.stringify(step)}) process.kill(process.pid, 'SIGKILL')
    } })
    await database.close()`)
}

/**
 * Inserts the largest amounts and unusual texts with plain statements, since the helpers of today
 * write rows of today's schema.
 */
async function fill(db: Kysely<Tables>, postgres: boolean): Promise<void> {
  const day = '2026-11-22T12:00:00.000Z'
  const times = { created_at: 1, updated_at: 1 }
  const owned = { user_id: 'u', application_id: 'a' }
  const ended = {
    state: 'succeeded',
    reason: '',
    status_code: 200,
    lease_owner: '',
    lease_until: 0
  }
  const rows: [string, Record<string, unknown>][] = [
    [
      'user',
      {
        id: 'u',
        name: 'Ada',
        email: 'old@example.com',
        emailVerified: postgres ? true : 1,
        createdAt: day,
        updatedAt: day
      }
    ],
    [
      'application',
      { id: 'a', user_id: 'u', type: 'Usage', scope: 'Global', service_id: '', used: 1, ...times }
    ],
    ['fund', { application_id: 'a', kind: 'real', remaining: 9007199254740991 }],
    [
      'ledger',
      {
        id: 'l',
        application_id: 'a',
        fund: 'real',
        kind: 'free',
        reference: 'u',
        amount: 9007199254740991,
        created_at: 1
      }
    ],
    ['credential', { id: 'k', ...owned, name: 'key', type: 'Token', token_hash: 'h', ...times }],
    [
      'conversation',
      { id: 'c', ...owned, origin: '', model: 'm', title: 'Grüße 你好', listed: 1, ...times }
    ],
    [
      'message',
      {
        id: 'm',
        conversation_id: 'c',
        position: 0,
        role: 'user',
        content: '"a\\u0001b"',
        reasoning: '',
        state: 'finished',
        created_at: 1
      }
    ],
    [
      'run',
      {
        id: 'r',
        ...owned,
        ...ended,
        service: 'chat',
        action: 'ask',
        origin: '',
        fund: 'real',
        held: 5,
        charged: 1,
        trace_id: 't',
        created_at: 1
      }
    ],
    ['event', { run_id: 'r', seq: 1, data: '{}', created_at: 1 }]
  ]
  for (const [table, row] of rows) {
    const columns = sql.join(Object.keys(row).map(name => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      db
    )
  }
}
