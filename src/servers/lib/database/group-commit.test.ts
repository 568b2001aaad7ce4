import { DatabaseSync, StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tests/support/database.ts'
import { sqliteFile } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeEach(async () => {
  database = await freshDatabase('sqlite')
})
afterEach(() => database.close())

const add = (tx: Queries, key: string) =>
  tx.insertInto('meta').values({ key, value: key }).execute()
const keys = async (): Promise<string[]> => {
  const rows = await database.db
    .selectFrom('meta')
    .select('key')
    .where('key', 'like', 'test-%')
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}
const fails = async (tx: Queries, key: string): Promise<void> => {
  await add(tx, key)
  throw new Error(`no ${key}`)
}

/** Counts commits from now on. */
function commits(): () => number {
  const run = vi.spyOn(StatementSync.prototype, 'run')
  return () =>
    run.mock.contexts.filter(each => (each as StatementSync).sourceSQL === 'commit').length
}

test('transactions that wait at the same moment share one commit, and each gets its result', async () => {
  const count = commits()
  const all = ['test-1', 'test-2', 'test-3'].map(key =>
    database.transaction(async tx => {
      await add(tx, key)
      return key
    })
  )
  expect(await Promise.all(all)).toEqual(['test-1', 'test-2', 'test-3'])
  expect(count()).toBe(1)
  expect(await keys()).toEqual(['test-1', 'test-2', 'test-3'])
})

test.each([0, 1, 2])('a failure at index %i undoes only its own changes', async failing => {
  const all = [0, 1, 2].map(at =>
    database.transaction(async tx => {
      if (at === failing) await fails(tx, `test-${at}`)
      else await add(tx, `test-${at}`)
    })
  )
  const results = await Promise.allSettled(all)
  expect(results.map(({ status }) => status === 'rejected')).toEqual(
    [0, 1, 2].map(at => at === failing)
  )
  expect(await keys()).toEqual([0, 1, 2].filter(at => at !== failing).map(at => `test-${at}`))
})

test('a failed statement undoes only its own transaction', async () => {
  const all = ['test-1', 'test-1', 'test-2'].map(key =>
    database.transaction(async tx => {
      await add(tx, `${key}-also-${Math.random()}`)
      await add(tx, key)
    })
  )
  const results = await Promise.allSettled(all)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await keys()).toHaveLength(4)
})

test('a result comes only after the commit', async () => {
  const other = new DatabaseSync(sqliteFile(database.dataDir), { readOnly: true })
  const seen = () => other.prepare("select count(*) as n from meta where key like 'test-%'").get()
  const all = [1, 2].map(async at => {
    await database.transaction(tx => add(tx, `test-${at}`))
    return seen()
  })
  expect(await Promise.all(all)).toEqual([{ n: 2 }, { n: 2 }])
  other.close()
})

test('a failed commit fails all of its transactions, and the next ones work', async () => {
  await sql`create table child (id text references meta (key) deferrable initially deferred)`.execute(
    database.db
  )
  const orphan = (tx: Queries) => sql`insert into child values ('nobody')`.execute(tx)
  const results = await Promise.allSettled([
    database.transaction(tx => add(tx, 'test-1')),
    database.transaction(orphan)
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await keys()).toEqual([])
  await database.transaction(tx => add(tx, 'test-2'))
  expect(await keys()).toEqual(['test-2'])
})

test('a transaction that cannot begin fails', async () => {
  const other = new DatabaseSync(sqliteFile(database.dataDir))
  await sql`pragma busy_timeout = 0`.execute(database.db)
  other.exec('BEGIN IMMEDIATE')
  await expect(database.transaction(tx => add(tx, 'test-1'))).rejects.toThrow(/locked/)
  other.exec('ROLLBACK')
  other.close()
  await database.transaction(tx => add(tx, 'test-1'))
  expect(await keys()).toEqual(['test-1'])
})
