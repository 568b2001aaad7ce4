import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#servers/lib/database/database.ts'
import type { IdempotencyKey } from '#servers/lib/idempotency.ts'
import {
  CALL_LEASE,
  createIdempotentCalls,
  commitEffect,
  type IdempotentCalls
} from '#servers/lib/once-calls.ts'
import { freshContext, type TestContext } from '../support/context.ts'

const KEY: IdempotencyKey = { owner: 'ada', route: '/things', key: 'one', bodyHash: 'x' }

let context: TestContext
let here: IdempotentCalls
let elsewhere: IdempotentCalls
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  context = await freshContext()
  here = createIdempotentCalls(context)
  elsewhere = createIdempotentCalls(context)
})
afterEach(async () => {
  vi.useRealTimers()
  await context.close()
})

/** Writes a row, as a call would. */
function writeRow(database: Database, code: string): Promise<{ code: string }> {
  return commitEffect(database, async tx => {
    await tx
      .insertInto('short_link')
      .values({ code, user_id: 'ada', content: code, created_at: 0 })
      .execute()
    return { code }
  })
}
async function writtenCodes(): Promise<string[]> {
  const rows = await context.database.db
    .selectFrom('short_link')
    .select('code')
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Returns work that goes on until the test ends it. */
function pausedWork(): { begun: Promise<void>; goOn: () => void; work: () => Promise<void> } {
  const [begun, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = (): Promise<void> => {
    begun.resolve()
    return resumed.promise
  }
  return { begun: begun.promise, goOn: resumed.resolve, work }
}

test('a long call renews its lease, so that no other process takes it over', async () => {
  const { begun, goOn: resume, work } = pausedWork()
  const first = here.happen(KEY, async database => {
    await work()
    return writeRow(database, 'first')
  })
  await begun
  for (let beat = 0; beat < 5; beat++) {
    context.clock.advance(CALL_LEASE / 2)
    const until = context.clock.now() + CALL_LEASE
    await vi.advanceTimersByTimeAsync(CALL_LEASE / 2)
    const row = context.database.db.selectFrom('idempotency').select('lease_until')
    await expect.poll(async () => (await row.executeTakeFirst())?.lease_until).toBe(until)
  }
  await expect(here.happen(KEY, database => writeRow(database, 'second'))).rejects.toMatchObject({
    code: 'busy',
    retryAfter: 1
  })
  const seconds = CALL_LEASE / 1000
  await expect(
    elsewhere.happen(KEY, database => writeRow(database, 'second'))
  ).rejects.toMatchObject({
    code: 'busy',
    retryAfter: seconds
  })
  resume()
  expect(await first).toEqual({ code: 'first' })
  expect(await elsewhere.happen(KEY, database => writeRow(database, 'second'))).toEqual({
    code: 'first'
  })
  expect([await writtenCodes(), vi.getTimerCount()]).toEqual([['first'], 0])
})

test('a call that lost its lease changes nothing and does not free the key of its successor', async () => {
  const [slow, next] = [pausedWork(), pausedWork()]
  const first = here.happen(KEY, async database => {
    await slow.work()
    return writeRow(database, 'first')
  })
  const refused = first.catch((error: unknown) => error)
  await slow.begun
  context.clock.advance(CALL_LEASE)
  const second = elsewhere.happen(KEY, async database => {
    await next.work()
    return writeRow(database, 'second')
  })
  await next.begun
  slow.goOn()
  expect(await refused).toMatchObject({ code: 'busy' })
  await expect(here.happen(KEY, database => writeRow(database, 'third'))).rejects.toMatchObject({
    code: 'busy'
  })
  next.goOn()
  expect(await second).toEqual({ code: 'second' })
  expect(await writtenCodes()).toEqual(['second'])
})

test('a call that failed after its change can be repeated at once, without that change', async () => {
  const failing = here.happen(KEY, async database => {
    await writeRow(database, 'first')
    throw new Error('the mail server is gone')
  })
  await expect(failing).rejects.toThrow('the mail server is gone')
  expect(await elsewhere.happen(KEY, database => writeRow(database, 'second'))).toEqual({
    code: 'first'
  })
  expect(await writtenCodes()).toEqual(['first'])
})

test('a waiting key that is older than the leases is free', async () => {
  const { owner, route, key, bodyHash: body_hash } = KEY
  const blank = {
    run_id: null,
    status: null,
    answer: null,
    effect: null,
    lease_owner: '',
    lease_until: 0
  }
  const row = { owner, route, key, body_hash, ...blank, created_at: context.clock.now() }
  await context.database.db.insertInto('idempotency').values(row).execute()
  expect(await here.happen(KEY, database => writeRow(database, 'first'))).toEqual({ code: 'first' })
})
