import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Usage, UsageSummary } from '#contract/usage.ts'
import { handClock } from '../support/clock.ts'
import { randomRuns, runOf, writeRuns } from '../support/runs.ts'
import { refusal, type List } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const DAY = 86_400_000
let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
let now: number
beforeAll(async () => {
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off' },
    clock: handClock(Date.UTC(2026, 10, 22, 12))
  })
  ada = await person(studio)
  eve = await person(studio)
  now = studio.context.clock.now()
})
afterAll(() => studio.close())

const summary = (query: string, { token } = ada): Promise<UsageSummary> =>
  json(studio.call(`/api/v1/usage/summary?${query}`, { token: token.access_token }))
const list = (query: string, { token } = ada): Promise<List<Usage>> =>
  json(studio.call(`/api/v1/usage/apis?limit=1000&${query}`, { token: token.access_token }))
const micro = (credits: number): number => Math.round(credits * 1e6)
const refused = (path: string): Promise<unknown[]> =>
  refusal(studio.call(`/api/v1/usage/${path}`, { token: ada.token.access_token }))

test.each([1, 2, 3])(
  'the sums of random runs equal those of their receipts, with any filter (seed %i)',
  async seed => {
    const someone = await person(studio)
    await writeRuns(studio.context, randomRuns(someone, seed, 300, [now - 40 * DAY, now]))
    for (const query of [
      '',
      'state=failed',
      'service=flux',
      'api_id=chat/chat',
      'utc_offset=330',
      'created_at_min=2026-11-01&utc_offset=-480'
    ]) {
      const { items } = await list(query, someone)
      const sums = await summary(query, someone)
      const offset = Number(new URLSearchParams(query).get('utc_offset') ?? 0) * 60_000
      const expected = new Map<string, [number, number]>()
      for (const { api_id, created_at, deducted_amount } of items) {
        const day = new Date(Date.parse(created_at) + offset).toISOString().slice(0, 10)
        const key = `${day} ${api_id.split('/')[0]}`
        const [count, charged] = expected.get(key) ?? [0, 0]
        expected.set(key, [count + 1, charged + micro(deducted_amount)])
      }
      const told = sums.items.map(
        each => [`${each.day} ${each.service}`, [each.count, micro(each.deducted_amount)]] as const
      )
      expect([query, Object.fromEntries(told)]).toEqual([query, Object.fromEntries(expected)])
      expect(sums.count).toBe(items.length)
      expect(micro(sums.deducted_amount)).toBe(
        items.reduce((sum, each) => sum + micro(each.deducted_amount), 0)
      )
      expect(told.map(([key]) => key)).toEqual(told.map(([key]) => key).toSorted())
    }
  }
)

describe('days', () => {
  beforeAll(() =>
    writeRuns(studio.context, [
      runOf(ada, { created_at: Date.UTC(2026, 9, 31, 23, 30), charged: 1 }),
      runOf(ada, { created_at: Date.UTC(2026, 10, 1, 0, 0), charged: 2 }),
      runOf(ada, { created_at: Date.UTC(2026, 10, 1, 23, 59, 59, 999), charged: 4 })
    ])
  )

  test.each([
    ['created_at_min=2026-11-01&created_at_max=2026-11-01', 6],
    ['created_at_min=2026-11-01&created_at_max=2026-11-01&utc_offset=60', 3],
    ['created_at_min=2026-11-01T00:00:00.001Z', 4],
    ['created_at_max=2026-11-01T01:00:00%2B01:00', 3],
    ['created_at_max=2026-10-31', 1],
    ['created_at_min=2026-11-02', 0],
    ['created_at_min=&created_at_max=&utc_offset=', 7]
  ])('%s includes both ends', async (query, charged) => {
    expect(micro((await summary(query)).deducted_amount)).toBe(charged)
    expect(
      (await list(query)).items.reduce((sum, each) => sum + micro(each.deducted_amount), 0)
    ).toBe(charged)
  })

  test('are limited to 400, and without a first day to the last 400', async () => {
    expect(await summary('')).toMatchObject({ from: '2025-10-19', to: '2026-11-22', utc_offset: 0 })
    expect(await summary('created_at_min=2025-10-19')).toMatchObject({
      from: '2025-10-19',
      to: '2026-11-22'
    })
    expect(await refused('summary?created_at_min=2025-10-18')).toEqual([
      400,
      'bad_request',
      'created_at_min too_small'
    ])
    expect(await summary('created_at_min=2026-11-01&created_at_max=9999-12-31')).toMatchObject({
      to: '2026-11-22',
      count: 2
    })
    expect(await summary('created_at_min=2030-01-01')).toMatchObject({
      from: '2030-01-01',
      to: '2030-01-01',
      items: []
    })
  })
})

test.each([
  ['created_at_min=yesterday', 'created_at_min invalid'],
  ['created_at_max=2026-02-30', 'created_at_max invalid'],
  ['created_at_min=2026-11-02&created_at_max=2026-11-01', 'created_at_max too_small'],
  ['utc_offset=900', 'utc_offset too_large'],
  ['utc_offset=1.5', 'utc_offset wrong_type'],
  ['state=happy', 'state not_allowed'],
  ['status_code=ok', 'status_code wrong_type']
])('%s is named by its field, in all three calls', async (query, issue) => {
  for (const call of ['apis', 'summary', 'export'])
    expect(await refused(`${call}?${query}`)).toEqual([400, 'bad_request', issue])
})

test('plans and keys of other users are treated like unknown ones', async () => {
  await writeRuns(studio.context, [runOf(eve, { created_at: now })])
  const { credential, application } = eve
  for (const call of ['apis', 'summary', 'export'])
    for (const query of [`application_id=${application.id}`, `credential_id=${credential.id}`])
      expect(await refused(`${call}?${query}`)).toEqual([404, 'not_found'])
  expect((await summary(`user_id=${application.user_id}`)).count).toBe(3)
})

test('the days of one user among many are found by an index and grouped in one query', async () => {
  const { database } = studio.context
  const someone = await person(studio)
  const others = Array.from({ length: 40 }, (_, index) => ({
    application: { ...someone.application, user_id: `other-${index}` }
  }))
  for (const each of [someone, ...others])
    await writeRuns(studio.context, randomRuns(each, 7, 490, [now - 390 * DAY, now]))
  if (database.kind === 'postgres') await sql`analyze run`.execute(database.db)
  const { rows } = await sql<
    Record<string, unknown>
  >`${sql.raw(database.kind === 'postgres' ? 'explain' : 'explain query plan')}
    select service, count(*), sum(charged), (created_at + 0) / 86400000 from run
    where user_id = ${someone.application.user_id} and created_at >= ${now - 300 * DAY} and created_at < ${now}
    group by (created_at + 0) / 86400000, service`.execute(database.db)
  expect(JSON.stringify(rows)).toMatch(/run_costs/)
  expect((await summary('', someone)).count).toBe(490)
})
