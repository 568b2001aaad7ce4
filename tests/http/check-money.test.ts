import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { refund } from '../support/money.ts'
import { buy, invited, ledgerFaults, orderFor, packageOf, periodPlan } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
})
afterEach(() => studio.close())

/** Adds an invited buyer with a partly refunded order, two periods and an unpaid order. */
async function sell(): Promise<void> {
  const plan = studio.context.database.db
    .selectFrom('application')
    .select('user_id')
    .where('id', '=', operator.application.id)
  const buyer = await invited(studio, (await plan.executeTakeFirstOrThrow()).user_id)
  const order = await buy(studio, buyer, (await packageOf(studio, 10)).id)
  await json(refund(studio, operator, order, { amount: 0.5 }))
  const { id } = await periodPlan(studio, buyer)
  for (const _ of [1, 2])
    await buy(studio, buyer, (await packageOf(studio, 20)).id, { application_id: id })
  await orderFor(studio, buyer, (await packageOf(studio, 50)).id)
}

const db = () => studio.context.database.db

test('orders, periods and inviters that agree with the ledger are counted', async () => {
  await sell()
  const { counts, disagreements } = await checkLedger(studio.context.database, {
    now: studio.context.clock.now(),
    digits: 2
  })
  expect(disagreements).toEqual([])
  expect(counts).toMatchObject({ periods: 2, orders: 4, inviters: 1 })
})

test.each<[string, () => Promise<unknown>, string[]]>([
  [
    'an order that is finished without an entry',
    () =>
      db().updateTable('order').set({ state: 'Finished' }).where('state', '=', 'Pending').execute(),
    ['booked', 'credited']
  ],
  [
    'an order with its credits that is still pending',
    () =>
      db()
        .updateTable('order')
        .set({ state: 'Pending' })
        .where('amount', '=', 10_000_000)
        .execute(),
    ['unpaid']
  ],
  [
    'an order with another amount of credits',
    () => db().updateTable('order').set({ amount: 11 }).where('amount', '=', 10_000_000).execute(),
    ['beyond', 'credited']
  ],
  [
    'an order with a larger sum of refunds',
    () => db().updateTable('order').set({ refunded: 51 }).where('refunded', '=', 50).execute(),
    ['refunds', 'rewarded']
  ],
  [
    'a refund that took nothing',
    () => db().updateTable('refund').set({ taken: 0 }).execute(),
    ['drawn']
  ],
  ['a missing refund', () => db().deleteFrom('refund').execute(), ['refunds']],
  [
    'a refund without its reversal',
    () => db().deleteFrom('distribution_history').where('kind', '=', 'reversal').execute(),
    ['rewarded', 'sums']
  ],
  [
    'a larger reward sum of an inviter',
    () => db().updateTable('distribution_status').set({ reward: 1 }).execute(),
    ['sums']
  ],
  [
    'a period with another amount',
    () => db().updateTable('period').set({ amount: 1 }).where('state', '=', 'running').execute(),
    ['credited', 'granted']
  ],
  [
    'a period that runs before its start',
    () =>
      db().updateTable('period').set({ state: 'running' }).where('state', '=', 'waiting').execute(),
    ['granted', 'running']
  ],
  [
    'an ended period whose credits did not expire',
    () =>
      db().updateTable('period').set({ state: 'over' }).where('state', '=', 'running').execute(),
    ['held', 'lapsed']
  ],
  [
    'a missing period',
    () => db().deleteFrom('period').where('state', '=', 'running').execute(),
    ['credited', 'held', 'nowhere']
  ],
  [
    'a missing grant',
    () => db().deleteFrom('ledger').where('kind', '=', 'period').execute(),
    ['fund', 'granted', 'running']
  ]
])('%s is reported', async (_, damage, expected) => {
  await sell()
  await damage()
  const found = (await ledgerFaults(studio)) as { rule: string }[]
  expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual(expected)
})
