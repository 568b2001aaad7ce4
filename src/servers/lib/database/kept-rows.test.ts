import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tests/support/database.ts'
import type { Database } from '#servers/lib/database/database.ts'
import { countList, countMatches } from '#servers/lib/database/kept-rows.ts'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

/** Adds funds of one kind. */
async function add(from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, at) => ({
    application_id: `plan-${from + at}`,
    kind: 'real' as const,
    remaining: from + at
  }))
  await database.db.insertInto('fund').values(rows).execute()
}

const count = (most = 1e9): Promise<number> =>
  countMatches(database.db, database.db.selectFrom('fund').where('remaining', '<', most))

test('a count is exact up to a thousand rows', async () => {
  expect(await count()).toBe(0)
  await add(0, 1000)
  expect(await count()).toBe(1000)
  await add(1000, 1001)
  expect(await count()).toBe(1001)
})

test('a count of more rows is kept for a minute, for the same question only', async () => {
  await add(0, 1001)
  expect(await count()).toBe(1001)
  await add(1001, 1003)
  expect(await count()).toBe(1001)
  expect(await count(1002)).toBe(1002)
  expect(await count(10)).toBe(10)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 61_000)
  await expect.poll(() => count()).toBe(1003)
})

test('each database has its own counts', async () => {
  await add(0, 1001)
  expect(await count()).toBe(1001)
  await database.close()
  database = await freshDatabase()
  expect(await count()).toBe(0)
})

test('a list whose first page is not full is not counted', async () => {
  await add(0, 3)
  const read = vi.spyOn(database.db, 'executeQuery')
  const list = database.db.selectFrom('fund')
  expect(await countList(database.db, list, { limit: 4, offset: 0 }, 3)).toBe(3)
  expect(read).not.toHaveBeenCalled()
  expect(await countList(database.db, list, { limit: 3, offset: 0 }, 3)).toBe(3)
  expect(await countList(database.db, list, { limit: 4, offset: 2 }, 1)).toBe(3)
  expect(read).toHaveBeenCalledTimes(2)
})
