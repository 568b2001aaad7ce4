import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, sqliteFile, type Database } from '#servers/lib/database/database.ts'
import { migrate, MIGRATIONS, SCHEMA_VERSION, schemaVersionOf } from '#servers/lib/database/migrate.ts'
import { postgresDialect } from '#servers/lib/database/postgres.ts'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { handClock } from '../support/clock.ts'
import { freshStore, type Store } from '../support/database.ts'
import { addApplication, addCredential, addGrant, addPerson } from '../support/people.ts'

let store: Store
let old: State

beforeEach(async () => {
  store = await freshStore()
  await withDatabase(store, async db => {
    await migrate(db, store.kind, { migrations: MIGRATIONS.slice(0, 1) })
    await fill(db)
  })
  old = await look()
})
afterEach(() => store.remove())

/** Everything that a database is: version, columns and indexes, rows. */
type State = { version: number; schema: string[]; rows: Record<string, Record<string, unknown>[]> }

const open = (notice: (sentence: string) => void = () => undefined): Promise<Database> =>
  openDatabase({ url: store.databaseUrl, dataDir: store.dataDir, notice })

async function withDatabase<T>({ databaseUrl, dataDir }: Store, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const dialect = databaseUrl === null ? sqliteDialect(sqliteFile(dataDir)) : postgresDialect(databaseUrl).dialect
  const db = new Kysely<Tables>({ dialect })
  return work(db).finally(() => db.destroy())
}

/** A person with a plan, a key, and a talk, as the first schema kept them. */
async function fill(db: Kysely<Tables>): Promise<void> {
  const needs = { database: { kind: store.kind, db } as Database, clock: handClock() }
  const user_id = await addPerson(needs)
  const application_id = await addApplication(needs, user_id)
  const { id: credential_id } = await addCredential(needs, user_id, application_id)
  await addGrant(needs, user_id)
  const times = { created_at: 1, updated_at: 1 }
  await db.insertInto('conversation').values({ id: 'c', user_id, application_id, origin: '', model: 'm', title: 'Grüße 你好', listed: 1, ...times }).execute()
  await sql`insert into message (id, conversation_id, position, role, content, reasoning, state, created_at)
    values ('m', 'c', 0, 'user', '"a\\u0001b"', '', 'finished', 1)`.execute(db)
  await sql`insert into run (id, service, action, user_id, application_id, credential_id, origin, state, fund, held, charged, reason, status_code, trace_id, lease_owner, lease_until, created_at)
    values ('r', 'chat', 'ask', ${user_id}, ${application_id}, ${credential_id}, '', 'succeeded', 'sandbox', 9007199254740991, 1, '', 200, 't', '', 0, 1)`.execute(db)
  await sql`insert into event (run_id, seq, data, created_at) values ('r', 1, '{}', 1)`.execute(db)
}

function look(place = store): Promise<State> {
  return withDatabase(place, async db => {
    const tables = (await db.introspection.getTables()).toSorted((a, b) => a.name.localeCompare(b.name))
    const columns = tables.flatMap(table => table.columns.map(column => `${table.name}.${column.name} ${column.dataType} ${column.isNullable}`))
    const list = place.kind === 'sqlite' ? sql<{ name: string }>`select name from sqlite_master` : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`
    const names = (await list.execute(db)).rows.map(row => row.name)
    const rows: State['rows'] = {}
    for (const { name } of tables) if (name !== 'schema_version') rows[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows
    return { version: await schemaVersionOf(db), schema: [...columns.toSorted(), ...names.toSorted()], rows }
  })
}

/** What the newest schema looks like when it is made at once. */
async function newest(): Promise<string[]> {
  const other = await freshStore()
  try {
    await withDatabase(other, db => migrate(db, other.kind))
    return (await look(other)).schema
  } finally {
    await other.remove()
  }
}

/** Runs a script of the servers in a process of its own. @returns what it said, and the signal that ended it */
async function run(script: string): Promise<{ said: string; signal: string | null }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { said, signal }
}

/** Opens the database as a start does, and kills itself at a step. */
function openAndDie(step: string): Promise<{ said: string; signal: string | null }> {
  return run(`
    import { openDatabase } from '#servers/lib/database/database.ts'
    await openDatabase({ ...${JSON.stringify({ url: store.databaseUrl, dataDir: store.dataDir })}, notice: () => undefined, onStep(step) {
      if (step === ${JSON.stringify(step)}) process.kill(process.pid, 'SIGKILL')
    } })`)
}

/** Migrates, and kills itself after so many statements; at 0 it lives, and says how many there were. */
function migrateAndDie(statements: number): Promise<{ said: string; signal: string | null }> {
  const [module, dialect] =
    store.databaseUrl === null
      ? ['sqlite', `sqliteDialect(${JSON.stringify(sqliteFile(store.dataDir))})`]
      : ['postgres', `postgresDialect(${JSON.stringify(store.databaseUrl)}).dialect`]
  return run(`
    import { Kysely } from 'kysely'
    import { ${module}Dialect } from '#servers/lib/database/${module}.ts'
    import { migrate } from '#servers/lib/database/migrate.ts'
    let count = 0
    const db = new Kysely({ dialect: ${dialect}, log: () => { if (++count === ${statements}) process.kill(process.pid, 'SIGKILL') } })
    await migrate(db, ${JSON.stringify(store.kind)})
    await db.destroy()
    process.stdout.write(String(count))`)
}

/** Old rows as they were, whatever the new schema added to them. */
function expectRows(state: State): void {
  for (const [table, rows] of Object.entries(old.rows)) {
    expect(state.rows[table], table).toHaveLength(rows.length)
    rows.forEach((row, index) => expect(state.rows[table]?.[index], table).toMatchObject(row))
  }
}

describe('a start that is killed in the middle of an upgrade', () => {
  test.each([
    ['begun', 1],
    ['guarded', 1],
    ['applied 2', 1],
    ['written', 1],
    ['committed', SCHEMA_VERSION]
  ])('at "%s" leaves schema %i whole, and the next start the newest', async (step, version) => {
    expect((await openAndDie(step)).signal).toBe('SIGKILL')
    const left = await look()
    expect(left.version).toBe(version)
    if (version === 1) expect(left).toEqual(old)
    else expect(left.schema).toEqual(await newest())
    expectRows(left)

    await (await open()).close()
    const opened = await look()
    expect(opened).toMatchObject({ version: SCHEMA_VERSION, schema: await newest() })
    expectRows(opened)
  })

  test('after any of its statements leaves the old schema whole', { timeout: 120_000 }, async () => {
    const spare = store
    store = await freshStore()
    await withDatabase(store, db => migrate(db, store.kind, { migrations: MIGRATIONS.slice(0, 1) }))
    const statements = Number((await migrateAndDie(0)).said)
    await store.remove()
    store = spare
    expect(statements).toBeGreaterThan(10)
    const states: State[] = []
    // The last statement is the commit: after it the new schema stands, which the test above looks at.
    for (let at = 1; at < statements; at += 1) {
      expect((await migrateAndDie(at)).signal, `statement ${at}`).toBe('SIGKILL')
      states.push(await look())
    }
    expect(states.filter(state => JSON.stringify(state) !== JSON.stringify(old))).toEqual([])
    await (await open()).close()
    expectRows(await look())
  })
})

test('an upgrade says what it does, and how it could be undone', async () => {
  const said: string[] = []
  await (await open(sentence => said.push(sentence))).close()
  expect(said).toEqual([expect.stringContaining(`from schema 1 to ${SCHEMA_VERSION}`)])
  expect(said[0]).toContain(store.kind === 'sqlite' ? `${sqliteFile(store.dataDir)}.before-1` : 'npm run backup')
  await (await open(sentence => said.push(sentence))).close()
  expect(said).toHaveLength(1)
  const empty = await freshStore()
  await (await openDatabase({ url: empty.databaseUrl, dataDir: empty.dataDir, notice: sentence => said.push(sentence) })).close()
  expect(said).toHaveLength(1)
  await empty.remove()
})

describe('the copy that SQLite gets before an upgrade', () => {
  const before = (version: number): string => `${sqliteFile(store.dataDir)}.before-${version}`
  const copies = (): string[] => readdirSync(store.dataDir).filter(name => name.includes('.before-')).toSorted()

  test('is the old database, whole', async () => {
    await (await open()).close()
    if (store.kind === 'postgres') return expect(existsSync(store.dataDir) && copies()).toEqual([])
    expect(copies()).toEqual(['polymuse.db.before-1'])
    const copy = new DatabaseSync(before(1), { readOnly: true })
    expect(copy.prepare('select version from schema_version').all()).toEqual([{ version: 1 }])
    expect(copy.prepare('select id, title from conversation').all()).toEqual([{ id: 'c', title: 'Grüße 你好' }])
    expect(copy.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    copy.close()
  })

  test('survives the tries of one upgrade, replaces one of long ago, and leaves no half of itself', async () => {
    if (store.kind === 'postgres') return
    writeFileSync(`${before(1)}.part`, 'half a copy')
    await openAndDie('applied 2')
    const first = readBytes(before(1))
    await withDatabase(store, db => db.insertInto('meta').values({ key: 'later', value: '1' }).execute())
    await openAndDie('applied 2')
    expect(readBytes(before(1)), 'of the first try').toEqual(first)
    utimesSync(before(1), 1, 1)
    await (await open()).close()
    expect(readBytes(before(1)), 'of long ago').not.toEqual(first)
    expect(copies()).toEqual(['polymuse.db.before-1'])
  })

  test('only the two newest stay', async () => {
    if (store.kind === 'postgres') return
    for (const [version, seconds] of [[7, 3000], [8, 1000], [9, 2000]] as const) {
      writeFileSync(before(version), '')
      utimesSync(before(version), seconds, seconds)
    }
    await (await open()).close()
    expect(copies()).toEqual(['polymuse.db.before-1', 'polymuse.db.before-7'])
  })
})

function readBytes(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select key from meta').all()
  database.close()
  return JSON.stringify(rows)
}
