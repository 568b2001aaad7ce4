import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import type { Token } from '#contract/token.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { openDatabase, sqliteFile } from '#servers/lib/database/database.ts'
import { FIRST_SCHEMA, migrate, SCHEMA_VERSION } from '#servers/lib/database/migrate.ts'
import { freshStore, type Store } from '../support/database.ts'
import { FULL_DOSE, shareOf } from '../support/dose.ts'
import {
  look,
  oldStore,
  openAndDie,
  placeFirstVersion,
  runScript,
  withDatabase,
  type State
} from '../support/old-database.ts'
import { codeFor, cookiesOf, json, openStudio } from '../support/studio.ts'

let store: Store
let old: State
beforeEach(async () => {
  store = await oldStore()
  old = await look(store)
})
afterEach(() => store.remove())

/**
 * Maximum number of migrations that are killed, each after another statement. Each takes a process.
 */
const KILLS = FULL_DOSE ? 36 : 2

/**
 * Returns numbers of statements after which to kill the migration: at most `KILLS`, evenly spread
 * from an offset that changes daily, and the last one.
 */
function moments(statements: number): number[] {
  const stride = Math.max(1, Math.ceil(statements / KILLS))
  const first = 1 + (Math.floor(Date.now() / 86_400_000) % stride)
  const spread = Array.from({ length: statements }, (_, index) => first + index * stride)
  return [...new Set([...spread.filter(at => at < statements), statements - 1])]
}

/** Returns the newest schema as a new database has it. */
async function newest(): Promise<string[]> {
  const other = await freshStore()
  await withDatabase(other, db => migrate(db, other.kind))
  const { schema } = await look(other)
  await other.remove()
  return schema
}

/** Tables of the earlier search index of conversations on SQLite, which has no data of its own. */
const DROPPED = /^passage_words/

/** Expects the whole newest schema and all old rows, which may have more columns now. */
async function expectNew(state: State): Promise<void> {
  expect(state).toMatchObject({ version: SCHEMA_VERSION, schema: await newest() })
  for (const [table, rows] of Object.entries(old.rows)) {
    if (DROPPED.test(table)) continue
    expect(state.rows[table], table).toHaveLength(rows.length)
    rows.forEach((row, index) => expect(state.rows[table]?.[index], table).toMatchObject(row))
  }
}

async function open(): Promise<void> {
  await (
    await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir, notice: () => undefined })
  ).close()
}

/**
 * Migrates in a process that kills itself after `statements` statements. With 0 it survives and
 * prints the number of statements.
 */
function migrateAndDie(
  { databaseUrl, dataDir, kind }: Store,
  statements: number
): ReturnType<typeof runScript> {
  const dialect =
    databaseUrl === null
      ? `sqliteDialect(${JSON.stringify(sqliteFile(dataDir))})`
      : `postgresDialect(${JSON.stringify(databaseUrl)}).dialect`
  return runScript(`
    import { Kysely } from 'kysely'
    import { ${kind}Dialect } from '#servers/lib/database/${kind}.ts'
    import { migrate } from '#servers/lib/database/migrate.ts'
    let count = 0
    const db = new Kysely({ dialect: ${dialect}, log: () => { if (++count === ${statements}) process.kill(process.pid, 'SIGKILL') } })
    await migrate(db, ${JSON.stringify(kind)})
    await db.destroy()
    process.stdout.write(String(count))`)
}

test.each(shareOf(['begun', 'guarded', 'applied 17', 'written']))(
  'killed at "%s", the database keeps the old schema, and the next start upgrades it',
  async step => {
    expect((await openAndDie(store, step)).signal).toBe('SIGKILL')
    expect(await look(store)).toEqual(old)
    await open()
    await expectNew(await look(store))
  }
)

test('a new database at the first schema has the same tables as the first version created', async () => {
  const fresh = await freshStore()
  await withDatabase(fresh, db => migrate(db, fresh.kind, { target: FIRST_SCHEMA }))
  expect((await look(fresh)).schema).toEqual(old.schema)
  await fresh.remove()
})

test('a database that is older than the first version is refused and not changed', async () => {
  await withDatabase(store, db =>
    sql`update schema_version set version = ${FIRST_SCHEMA - 1}`.execute(db)
  )
  const before = await look(store)
  await expect(open()).rejects.toThrow(`schema ${FIRST_SCHEMA - 1}, from before the first version`)
  expect(await look(store)).toEqual(before)
})

test('a user of the first version signs in and finds their plans, chats and orders', async () => {
  const first = await freshStore()
  await placeFirstVersion(first)
  const database = await openDatabase({
    url: first.databaseUrl,
    dataDir: first.dataDir,
    notice: () => undefined
  })
  const studio = await openStudio({ database })
  const list = async <T>(email: string, path: string): Promise<T[]> => {
    const answer = await studio.call('/api/auth/sign-in/email', {
      json: { email, password: 'correct horse battery' }
    })
    const code = await codeFor(studio, cookiesOf(answer))
    const { access_token: token } = await json<Token>(
      studio.call('/oauth2/v1/token', { json: { code } })
    )
    return (await json<{ items: T[] }>(studio.call(path, { token }))).items
  }
  expect(
    (await list<Application>('eve@example.com', '/api/v1/applications/'))
      .map(({ type }) => type)
      .toSorted()
  ).toEqual(['Period', 'Usage'])
  expect(
    (await list<Order>('eve@example.com', '/api/v1/orders/')).map(({ state }) => state)
  ).toContain('Finished')
  expect(
    (await list<{ amount: number }>('ada@example.com', '/api/v1/usage/apis')).length
  ).toBeGreaterThan(0)
  expect((await checkLedger(database, { now: studio.context.clock.now() })).disagreements).toEqual(
    []
  )
  await studio.close()
  await database.close()
  await first.remove()
})

test('killed right after the commit, the database has the newest schema', async () => {
  expect((await openAndDie(store, 'committed')).signal).toBe('SIGKILL')
  await expectNew(await look(store))
  await open()
  await expectNew(await look(store))
})

test(
  'killed after any statement, the database keeps the old schema',
  { timeout: 600_000 },
  async () => {
    const spare = await freshStore()
    await withDatabase(spare, db => migrate(db, spare.kind, { target: FIRST_SCHEMA }))
    const statements = Number((await migrateAndDie(spare, 0)).said)
    await spare.remove()
    expect(statements).toBeGreaterThan(10)
    // The last statement is the commit, so a process killed before it changes nothing.
    for (const at of moments(statements)) {
      expect((await migrateAndDie(store, at)).signal, `statement ${at}`).toBe('SIGKILL')
      expect(await look(store), `statement ${at}`).toEqual(old)
    }
    await open()
    await expectNew(await look(store))
  }
)

test('of processes that start together, one upgrades, even if one of them is killed', async () => {
  const starts = [
    openAndDie(store, 'never'),
    openAndDie(store, 'never'),
    openAndDie(store, 'applied 17')
  ]
  expect((await Promise.all(starts)).map(({ signal }) => signal).slice(0, 2)).toEqual([null, null])
  await expectNew(await look(store))
})
