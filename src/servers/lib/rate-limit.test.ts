import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { Problem } from '#core/problem.ts'
import { readConfig } from '#servers/config.ts'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { COUNTERS_TABLE } from '#servers/lib/rate-counters.ts'
import {
  createRateLimits,
  RATE_LIMITS,
  type Caller,
  type RateLimits
} from '#servers/lib/rate-limit.ts'

const MINUTE = 60_000
const TABLE = {
  ...RATE_LIMITS,
  read: { points: 2, seconds: 60, of: 'caller' },
  account: { points: 2, seconds: 900, of: 'account' }
} as const

let context: TestContext
let limits: RateLimits

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  context = await freshContext()
  limits = createRateLimits(context, TABLE)
})
afterEach(async () => {
  vi.useRealTimers()
  await context.close()
})

const from = (address: string, more: Partial<Caller> = {}): Caller => ({
  address,
  userId: '',
  credentialId: null,
  ...more
})
const passes = (caller: Caller, by = limits): Promise<boolean> =>
  by.take('read', caller).then(
    () => true,
    () => false
  )
async function use(caller: Caller, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await limits.take('read', caller)
}

test('a refused caller learns when to retry, and a call is then accepted', async () => {
  await use(from('192.0.2.1'), 2)
  vi.setSystemTime(Date.now() + 20_500)
  await expect(limits.take('read', from('192.0.2.1'))).rejects.toMatchObject({
    code: 'too_many_requests',
    status: 429,
    retryAfter: 40
  })
  vi.setSystemTime(Date.now() + 40_000)
  expect(await passes(from('192.0.2.1'))).toBe(true)
})

test('calls are counted by credential, else by user, else by address', async () => {
  const one = { userId: 'ada', credentialId: 'key' }
  await use(from('192.0.2.1', one), 2)
  expect(await passes(from('192.0.2.9', one))).toBe(false)
  expect(await passes(from('192.0.2.1', { ...one, credentialId: 'other' }))).toBe(true)
  expect(await passes(from('192.0.2.1', { userId: 'ada' }))).toBe(true)
  expect(await passes(from('192.0.2.1', { userId: 'eve' }))).toBe(true)
  expect(await passes(from('192.0.2.1'))).toBe(true)
})

test('each class of calls is counted separately', async () => {
  await use(from('192.0.2.1'), 2)
  await expect(limits.take('write', from('192.0.2.1'))).resolves.toMatchObject({
    remaining: RATE_LIMITS.write.points - 1
  })
})

const wrong = async (): Promise<never> => {
  throw new Problem('bad_request')
}

test('wrong passwords count per account in any spelling; the right one clears them', async () => {
  await expect(limits.guess('ada@example.com', wrong)).rejects.toMatchObject({
    code: 'bad_request'
  })
  expect(await limits.guess('Ada@Example.com ', async () => 'in')).toBe('in')
  for (const email of ['ada@example.com', 'ADA@example.com'])
    await expect(limits.guess(email, wrong)).rejects.toMatchObject({ code: 'bad_request' })
  const right = vi.fn(async () => 'in')
  await expect(limits.guess('ada@example.com', right)).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: 900
  })
  expect(right).not.toHaveBeenCalled()
  expect(await limits.guess('eve@example.com', right)).toBe('in')
  vi.setSystemTime(Date.now() + 15 * MINUTE + 1)
  expect(await limits.guess('ada@example.com', right)).toBe('in')
})

test('of many parallel guesses, only the allowed number is checked', async () => {
  const guess = vi.fn(wrong)
  await Promise.allSettled(Array.from({ length: 20 }, () => limits.guess('ada@example.com', guess)))
  expect(guess).toHaveBeenCalledTimes(2)
})

test('a server failure does not count as a wrong password', async () => {
  const fail = async (): Promise<never> => {
    throw new Problem('unknown')
  }
  for (let time = 0; time < 5; time++)
    await expect(limits.guess('ada@example.com', fail)).rejects.toMatchObject({ code: 'unknown' })
})

test('processes share counts on PostgreSQL, but not on SQLite', async () => {
  const second = connectDatabase({
    url: context.config.databaseUrl,
    dataDir: context.config.dataDir
  })
  const others = createRateLimits({ ...context, database: second }, TABLE)
  const answers = await Promise.all(
    [limits, others, limits, others, limits, others].map(each => passes(from('192.0.2.1'), each))
  )
  expect(answers.filter(Boolean)).toHaveLength(context.database.kind === 'postgres' ? 2 : 4)
  await second.close()
})

test('no user or address is stored in plain text', async () => {
  if (context.database.kind === 'sqlite') return
  await use(from('192.0.2.1', { userId: 'ada' }), 1)
  await limits.guess('ada@example.com', wrong).catch(() => undefined)
  const rows = await context.database.db
    .selectFrom(COUNTERS_TABLE as 'user')
    .selectAll()
    .execute()
  expect(rows).toHaveLength(2)
  // Timestamps and hashes may contain any three digits or letters, so look for longer parts.
  expect(JSON.stringify(rows)).not.toMatch(/192\.0|ada@|"ada"|\bada\b/)
})

test('each process limits separately while the database fails', async () => {
  if (context.database.kind === 'sqlite') return
  const broken = connectDatabase({
    url: context.config.databaseUrl,
    dataDir: context.config.dataDir
  })
  await broken.close()
  const alone = createRateLimits({ ...context, database: broken }, TABLE)
  const answers = [
    await passes(from('192.0.2.1'), alone),
    await passes(from('192.0.2.1'), alone),
    await passes(from('192.0.2.1'), alone)
  ]
  expect(answers).toEqual([true, true, false])
})

test('every call is accepted when limits are off', async () => {
  const off = createRateLimits({ ...context, config: readConfig({ RATE_LIMITS: 'off' }) }, TABLE)
  for (let time = 0; time < 5; time++) expect(await passes(from('192.0.2.1'), off)).toBe(true)
  for (let time = 0; time < 5; time++)
    await expect(off.guess('ada@example.com', wrong)).rejects.toMatchObject({ code: 'bad_request' })
})

test('an overloaded process begins no new work, and does all else', async () => {
  let overloaded = true
  const some = createRateLimits(context, TABLE, () => overloaded)
  const spend = () => some.take('spend', from('192.0.2.1'))
  await expect(spend()).rejects.toMatchObject({
    status: 429,
    retryAfter: 5,
    issues: [{ code: 'overloaded' }]
  })
  expect(await passes(from('192.0.2.1'), some)).toBe(true)
  overloaded = false
  expect(await spend()).toMatchObject({ remaining: RATE_LIMITS.spend.points - 1 })
})
