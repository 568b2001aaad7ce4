import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { getMigrations } from 'better-auth/db/migration'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityOptions } from '#servers/auth/identity.ts'
import { freshContext } from '../../../../tests/support/context.ts'
import { freshStore, type Store } from '../../../../tests/support/database.ts'
import { openDatabase, type Database } from '#servers/lib/database/database.ts'
import { migrate, SCHEMA_VERSION } from '#servers/lib/database/migrate.ts'
import { postgresDialect } from '#servers/lib/database/postgres.ts'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

let store: Store
beforeEach(async () => {
  store = await freshStore()
})
afterEach(() => store.remove())

const open = (): Promise<Database> =>
  openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })

/** Connects to the same database without a migration. */
function connect(): Kysely<Tables> {
  const dialect =
    store.databaseUrl === null
      ? sqliteDialect(join(store.dataDir, 'polymuse.db'))
      : postgresDialect(store.databaseUrl).dialect
  return new Kysely<Tables>({ dialect })
}

async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  return (await db.introspection.getTables()).map(table => table.name).toSorted()
}

test('an empty database gets the whole schema', async () => {
  const db = connect()
  expect(await migrate(db, store.kind)).toBe(0)
  const names = await tablesOf(db)
  for (const name of [
    'meta',
    'user',
    'session',
    'site',
    'grant',
    'application',
    'ledger',
    'conversation',
    'message',
    'run',
    'event'
  ]) {
    expect(names).toContain(name)
  }
  await db.destroy()
})

test('a second start changes nothing and loses nothing', async () => {
  const first = await open()
  await first.db.insertInto('meta').values({ key: 'kept', value: 'yes' }).execute()
  await first.close()

  const db = connect()
  const before = await tablesOf(db)
  expect(await migrate(db, store.kind)).toBe(SCHEMA_VERSION)
  expect(await tablesOf(db)).toEqual(before)
  expect(await db.selectFrom('meta').selectAll().execute()).toEqual([{ key: 'kept', value: 'yes' }])
  expect(
    (await sql<{ version: number }>`select version from schema_version`.execute(db)).rows
  ).toEqual([{ version: SCHEMA_VERSION }])
  await db.destroy()
})

test('a newer schema is refused and left unchanged', async () => {
  await (await open()).close()
  const db = connect()
  await sql`update schema_version set version = ${SCHEMA_VERSION + 1}`.execute(db)
  await expect(open()).rejects.toThrow(
    `schema ${SCHEMA_VERSION + 1}, this Polymuse knows ${SCHEMA_VERSION}`
  )
  expect(
    (await sql<{ version: number }>`select version from schema_version`.execute(db)).rows
  ).toEqual([{ version: SCHEMA_VERSION + 1 }])
  await db.destroy()
})

test('a migration that fails half-way leaves no trace', async () => {
  const db = connect()
  // This table blocks one of the last tables of the first migration.
  await sql`create table event (note text)`.execute(db)
  await expect(open()).rejects.toThrow(/event/)
  expect(await tablesOf(db)).toEqual(['event'])
  await sql`drop table event`.execute(db)
  await db.destroy()
  await (await open()).close()
})

test('processes that start at the same time migrate once', async () => {
  const script = `
    import { openDatabase } from '#servers/lib/database/database.ts'
    await (await openDatabase(${JSON.stringify({ url: store.databaseUrl, dataDir: store.dataDir })})).close()`
  const start = () =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'inherit']
      })
      child.once('error', reject).once('exit', resolve)
    })
  expect(await Promise.all([start(), start(), start()])).toEqual([0, 0, 0])
  const db = connect()
  expect((await sql`select version from schema_version`.execute(db)).rows).toEqual([
    { version: SCHEMA_VERSION }
  ])
  await db.destroy()
})

test('better-auth finds nothing to add to our schema', async () => {
  const context = await freshContext()
  const { toBeCreated, toBeAdded } = await getMigrations(
    identityOptions(context, 'https://studio.example')
  )
  expect(toBeCreated).toEqual([])
  expect(toBeAdded).toEqual([])
  await context.close()
})
