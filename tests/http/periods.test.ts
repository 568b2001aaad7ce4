import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Package } from '#contract/package.ts'
import { creditsToMicro } from '#core/money.ts'
import { updateDuePeriods } from '#servers/ledger/periods.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { begin, DAY, end, extend, pass } from '../support/money.ts'
import { buy, ledgerFaults, packageOf, periodPlan, planOf } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let week: Package
let plan: string
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  ada = await person(studio)
  week = await packageOf(studio, 20)
  plan = (await periodPlan(studio, ada)).id
})
afterEach(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const left = async (): Promise<number> => (await planOf(studio, ada, plan)).remaining_amount
const ends = async (): Promise<number> =>
  Date.parse((await planOf(studio, ada, plan)).expired_at ?? '')
const buyWeek = () => buy(studio, ada, week.id, { application_id: plan })
const wait = (milliseconds: number): Promise<void> => pass(studio, milliseconds, ada)
const entries = async (): Promise<string[]> => {
  const rows = await studio.context.database.db
    .selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('application_id', '=', plan)
    .where('amount', '<>', 0)
    .execute()
  return rows.map(({ kind, amount }) => `${kind} ${amount / 1_000_000}`).toSorted()
}

test('a period grants its amount when it begins, and the unspent rest expires when it ends', async () => {
  const { user_id } = await buyWeek()
  const now = studio.context.clock.now()
  expect([await left(), await ends()]).toEqual([20, now + 7 * DAY])
  await end(studio, await begin(studio, user_id, plan, creditsToMicro(3)), creditsToMicro(2))
  await wait(7 * DAY - 1)
  expect(await left()).toBe(18)
  await wait(1)
  expect(await left()).toBe(0)
  expect(await entries()).toEqual(['hold -3', 'lapse -18', 'period 20', 'settle 1'])
  await expect(begin(studio, user_id, plan, 1)).rejects.toMatchObject({ code: 'used_up' })
})

test('a second period waits and begins when the first one ends, even if no process notices', async () => {
  await buyWeek()
  await buyWeek()
  expect(await left()).toBe(20)
  await wait(7 * DAY)
  expect(await left()).toBe(20)
  expect(await ends()).toBe(studio.context.clock.now() + 7 * DAY)
  await buyWeek()
  await wait(30 * DAY)
  await runPeriodicWork(studio.context)
  expect(await left()).toBe(0)
  expect(await entries()).toEqual([
    'lapse -20',
    'lapse -20',
    'lapse -20',
    'period 20',
    'period 20',
    'period 20'
  ])
  await buyWeek()
  expect([await left(), await ends()]).toEqual([20, studio.context.clock.now() + 7 * DAY])
})

test('several packages of one order become periods with their own amounts', async () => {
  const month = await packageOf(studio, 100)
  const body = { application_id: plan, package_id: '', package_ids: [week.id, month.id, week.id] }
  await buy(studio, ada, week.id, body)
  expect(await ends()).toBe(studio.context.clock.now() + 44 * DAY)
  const seen = [await left()]
  for (const days of [7, 30, 7]) {
    await wait(days * DAY)
    seen.push(await left())
  }
  expect(seen).toEqual([20, 100, 20, 0])
})

test('credits released after their period has ended expire and do not count for the next period', async () => {
  const { user_id } = await buyWeek()
  await buyWeek()
  const work = await begin(studio, user_id, plan, creditsToMicro(5))
  await wait(7 * DAY)
  await extend(studio, work, 1, creditsToMicro(2))
  expect(await left()).toBe(18)
  await end(studio, work, creditsToMicro(1))
  // Of the 5 credits held in the first period, 1 is charged and 4 expire. The 2 held in the second
  // one come back.
  expect(await left()).toBe(20)
  expect(await entries()).toEqual([
    'hold -2',
    'hold -5',
    'lapse -15',
    'lapse -4',
    'period 20',
    'period 20',
    'settle 6'
  ])
})

test('released credits expire if no period follows', async () => {
  const { user_id } = await buyWeek()
  const work = await begin(studio, user_id, plan, creditsToMicro(5))
  await wait(8 * DAY)
  expect(await left()).toBe(0)
  await end(studio, work, 0)
  expect(await left()).toBe(0)
})

test('a charge takes the oldest hold first, so of the first period only the rest of its hold expires', async () => {
  const { user_id } = await buyWeek()
  await buyWeek()
  const work = await begin(studio, user_id, plan, creditsToMicro(5))
  await wait(7 * DAY)
  await extend(studio, work, 1, creditsToMicro(2))
  await end(studio, work, creditsToMicro(6))
  expect(await left()).toBe(19)
})

test('nothing is granted twice, however many calls read the plan at the same moment', async () => {
  const { database, clock } = studio.context
  await buyWeek()
  await buyWeek()
  await wait(7 * DAY)
  const looks = Array.from({ length: 12 }, (_, index) =>
    index % 3 === 0
      ? runPeriodicWork(studio.context)
      : updateDuePeriods(database, plan, clock.now())
  )
  await Promise.all([...looks, left(), left()])
  expect(await left()).toBe(20)
  expect(await entries()).toEqual(['lapse -20', 'period 20', 'period 20'])
})

test.each([
  [
    'a question',
    '/aichat/conversations',
    { model: 'gpt-5-all', question: 'hi [sandbox:tokens=50]' }
  ],
  ['an image', '/flux/images', { prompt: 'A lighthouse', async: true }]
])(
  '%s is paid by the period that runs at that time, whatever was read before',
  async (_, path, question) => {
    await buyWeek()
    await buyWeek()
    const body = { application_id: plan, host: BASE }
    const { token } = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', { json: body, token: ada.token.access_token })
    )
    await wait(7 * DAY)
    const answer = await studio.call(path, { json: question, token })
    expect(answer.status).toBe(200)
    await answer.text()
    const { db } = studio.context.database
    const held = await db
      .selectFrom('ledger')
      .select('period')
      .where('kind', '=', 'hold')
      .executeTakeFirstOrThrow()
    const running = await db
      .selectFrom('period')
      .select('id')
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow()
    expect(held.period).toBe(running.id)
    expect(await left()).toBeLessThan(20)
    // The image stays in the queue, since no worker runs here.
    if (path.startsWith('/flux')) return
    await wait(8 * DAY)
    expect((await studio.call(path, { json: question, token })).status).toBe(403)
  }
)
