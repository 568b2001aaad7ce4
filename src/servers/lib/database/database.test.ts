import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tests/support/database.ts'
import type { Database } from '#servers/lib/database/database.ts'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const fund = (remaining: number) => ({ application_id: 'a', kind: 'real' as const, remaining })

test('tests run on the database that TEST_DATABASE names', () => {
  expect(database.kind).toBe(process.env['TEST_DATABASE'])
})

test('an open database answers a ping, a closed one does not', async () => {
  await expect(database.ping()).resolves.toBeUndefined()
  await database.db.destroy()
  await expect(database.ping()).rejects.toThrow()
})

describe('numbers', () => {
  test('are returned for 64-bit columns and their sums', async () => {
    await database.db.insertInto('fund').values(fund(9e15)).execute()
    await database.db
      .insertInto('fund')
      .values({ ...fund(1), kind: 'sandbox' })
      .execute()
    const { db } = database
    expect(
      await db.selectFrom('fund').select('remaining').where('kind', '=', 'real').executeTakeFirst()
    ).toEqual({ remaining: 9e15 })
    const total = await db
      .selectFrom('fund')
      .select(({ fn }) => [
        fn.sum<number>('remaining').as('sum'),
        fn.countAll<number>().as('count')
      ])
      .executeTakeFirst()
    expect(total).toEqual({ sum: 9e15 + 1, count: 2 })
  })
  test('are returned for defaults that the database sets', async () => {
    const row = {
      id: 'a',
      user_id: 'u',
      type: 'Usage' as const,
      scope: 'Global' as const,
      service_id: '',
      expired_at: null,
      created_at: 1,
      updated_at: 1
    }
    expect(
      await database.db.insertInto('application').values(row).returning('used').executeTakeFirst()
    ).toEqual({ used: 0 })
  })
})

describe('schema constraints', () => {
  test('refuse a fund below zero', async () => {
    await database.db.insertInto('fund').values(fund(5)).execute()
    const spend = database.db
      .updateTable('fund')
      .set({ remaining: sql`remaining - 6` })
      .execute()
    await expect(spend).rejects.toThrow()
  })
  test('refuse the same booking twice', async () => {
    const entry = {
      id: '1',
      application_id: 'a',
      fund: 'real' as const,
      kind: 'hold' as const,
      reference: 'run-1',
      amount: -1,
      created_at: 1
    }
    await database.db.insertInto('ledger').values(entry).execute()
    await expect(
      database.db
        .insertInto('ledger')
        .values({ ...entry, id: '2' })
        .execute()
    ).rejects.toThrow()
    await database.db
      .insertInto('ledger')
      .values({ ...entry, id: '3', kind: 'settle' })
      .execute()
  })
  test('refuse two credentials of one plan for one origin, but allow two named keys', async () => {
    const row = {
      application_id: 'a',
      user_id: 'u',
      name: '',
      type: 'Token' as const,
      token_box: null,
      expired_at: null,
      created_at: 1,
      updated_at: 1
    }
    const insert = (id: string, host: string | null) =>
      database.db
        .insertInto('credential')
        .values({ ...row, id, host, token_hash: id })
        .execute()
    await insert('1', 'https://a.example')
    await insert('2', 'https://b.example')
    await insert('3', null)
    await insert('4', null)
    await expect(insert('5', 'https://a.example')).rejects.toThrow()
  })
  test('refuse a message without a conversation', async () => {
    const row = {
      id: 'm',
      conversation_id: 'none',
      position: 1,
      role: 'user' as const,
      content: '""',
      reasoning: '',
      state: 'finished' as const,
      error: null,
      run_id: null,
      created_at: 1
    }
    await expect(database.db.insertInto('message').values(row).execute()).rejects.toThrow()
  })
})

describe('a transaction', () => {
  test('commits all its changes and returns its result', async () => {
    const result = await database.transaction(async tx => {
      await tx.insertInto('meta').values({ key: 'a', value: '1' }).execute()
      return 'done'
    })
    expect([result, await database.db.selectFrom('meta').selectAll().execute()]).toEqual([
      'done',
      [{ key: 'a', value: '1' }]
    ])
  })
  test('leaves no change when it fails', async () => {
    const failing = database.transaction(async tx => {
      await tx.insertInto('meta').values({ key: 'a', value: '1' }).execute()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await database.db.selectFrom('meta').selectAll().execute()).toEqual([])
  })
  test('that runs many times in parallel never spends more than a fund holds', async () => {
    await database.db.insertInto('fund').values(fund(10)).execute()
    const spend = () =>
      database.transaction(async tx => {
        const taken = await tx
          .updateTable('fund')
          .set({ remaining: sql`remaining - 1` })
          .where('remaining', '>=', 1)
          .executeTakeFirst()
        return Number(taken.numUpdatedRows)
      })
    const taken = await Promise.all(Array.from({ length: 30 }, spend))
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(10)
    expect(await database.db.selectFrom('fund').select('remaining').executeTakeFirst()).toEqual({
      remaining: 0
    })
  })
})
