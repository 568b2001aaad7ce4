import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Insight } from '#contract/insight.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { endedRuns } from '#servers/platform/insight/read.ts'
import { queryPlan } from '../support/query-plan.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const DAY = 86_400_000

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio, 'ada@example.com')
  eve = await person(studio)
})
afterAll(() => studio.close())

const call = (query: string, who = ada): Promise<Response> =>
  studio.call(`/api/v1/operation/insight?${query}`, { token: who.token.access_token })
const insight = (query = ''): Promise<Insight> => json(call(query))

/** Adds ended runs, each some days ago. */
async function addRuns(runs: (Partial<RunRow> & { ago: number })[]): Promise<void> {
  const { db } = studio.context.database
  const answer = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'Hello' },
    token: eve.credential.token,
    headers: { accept: 'application/json' }
  })
  await answer.text()
  const template = await db.selectFrom('run').selectAll().executeTakeFirstOrThrow()
  await db.deleteFrom('run').where('id', '=', template.id).execute()
  const now = studio.context.clock.now()
  const rows = runs.map(({ ago, ...run }, at) => ({
    ...template,
    id: `run-${at}`,
    fund: 'real' as const,
    finished_at: now - ago * DAY,
    ...run
  }))
  await db.insertInto('run').values(rows).execute()
}

test('a span has every day, the last one is today, and days without runs are zero', async () => {
  const { from, to, days, total } = await insight()
  expect(days).toHaveLength(30)
  expect([days[0]?.day, days.at(-1)?.day]).toEqual([from, to])
  expect(to).toBe(new Date(studio.context.clock.now()).toISOString().slice(0, 10))
  const none = { succeeded: 0, failed: 0, cancelled: 0, revenue: 0, cost: 0, margin: 0 }
  expect(total).toMatchObject(none)
  expect(days[3]).toMatchObject({ ...none, new_people: 0, active_people: 0 })
})

test('runs, users, revenue, cost and margin are summed by the day on which a run ended', async () => {
  await addRuns([
    { ago: 0, state: 'succeeded', charged: 10_000_000, cost: 200_000 },
    { ago: 0, state: 'failed', charged: 0, cost: 0, user_id: 'another' },
    { ago: 2, state: 'succeeded', charged: 5_000_000, cost: 900_000 },
    { ago: 2, state: 'cancelled', charged: 0, cost: 0 },
    { ago: 2, state: 'succeeded', charged: 7_000_000, cost: 0, fund: 'sandbox' },
    { ago: 40, state: 'failed', charged: 0, cost: 0 }
  ])
  const { days, total } = await insight('days=7')
  expect(days).toHaveLength(7)
  // The best price among the shipped packages is 0.065385 dollars for a credit.
  expect(days.at(-1)).toMatchObject({
    succeeded: 1,
    failed: 1,
    cancelled: 0,
    active_people: 2,
    revenue: 0.65385,
    cost: 0.2,
    margin: 0.45385
  })
  expect(days.at(-3)).toMatchObject({
    succeeded: 2,
    failed: 0,
    cancelled: 1,
    active_people: 1,
    cost: 0.9
  })
  expect(days.at(-3)?.margin).toBeLessThan(0)
  expect(total).toMatchObject({ succeeded: 3, failed: 1, cancelled: 1, cost: 1.1 })
  expect((await insight('days=90')).total.failed).toBe(2)
})

test('new users are counted by the day on which they signed up', async () => {
  const { db } = studio.context.database
  const now = studio.context.clock.now()
  const days = [0, 0, 1, 5]
  const people = await db.selectFrom('user').selectAll().execute()
  await db
    .updateTable('user')
    .set({ createdAt: new Date(now - 60 * DAY) })
    .execute()
  const template = people[0]
  if (template === undefined) throw new Error('there is no user')
  for (const [at, ago] of days.entries())
    await db
      .insertInto('user')
      .values({
        ...template,
        id: `new-${at}`,
        email: `new-${at}@example.com`,
        createdAt: new Date(now - ago * DAY),
        updatedAt: new Date(now)
      })
      .execute()
  const { days: shown, total } = await insight('days=7')
  expect(shown.map(({ new_people: count }) => count)).toEqual([0, 1, 0, 0, 0, 1, 2])
  expect(total.new_people).toBe(4)
})

test('only operators see it, and a span that is too long or none is refused', async () => {
  expect((await call('', eve)).status).toBe(403)
  for (const query of ['days=0', 'days=93', 'days=1.5', 'days=week']) {
    const answer = await call(query)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('days')])
  }
})

test('runs of a day are counted from an index alone', async () => {
  const { database } = studio.context
  const query = endedRuns(database.db, 0, DAY)
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
  const plan = await queryPlan(database, query)
  // The plans of PostgreSQL depend on the sizes of the tables, which are nearly empty here.
  expect(plan).toContain(database.kind === 'sqlite' ? 'COVERING INDEX run_days' : 'run')
})
