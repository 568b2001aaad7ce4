import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperatedOrder, Order } from '#contract/order.ts'
import { creditsToMicro } from '#core/money.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { begin, DAY, end, refund, seen } from '../support/money.ts'
import { buy, ledgerFaults, packageOf, periodPlan, planOf } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
  ada = await person(studio)
})
afterEach(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const back = (order: Order): Promise<OperatedOrder> =>
  json(refund(studio, operator, order, { reason: 'by mistake' }))
const look = (): Promise<void> => runPeriodicWork(studio.context)
const plan = (order: Order) => planOf(studio, ada, order.application_id)
const work = (order: Order, credits: number) =>
  begin(studio, order.user_id, order.application_id, creditsToMicro(credits))

async function twoWeeks(): Promise<[Order, Order]> {
  const week = await packageOf(studio, 20)
  const body = { application_id: (await periodPlan(studio, ada)).id }
  return [await buy(studio, ada, week.id, body), await buy(studio, ada, week.id, body)]
}

test('a period whose credits a run holds is refunded once the run ends, and then the next one begins', async () => {
  const [first, second] = await twoWeeks()
  const task = await work(first, 5)
  const [price, rest] = [first.price, await back(first)]
  expect(rest).toMatchObject({ state: 'Finished', refundable: 0, refunded: price * 0.75 })
  await look()
  expect(await seen(studio, operator, first)).toMatchObject({
    state: 'Finished',
    refunded: price * 0.75
  })
  await end(studio, task, 0)
  await Promise.all([look(), look(), look()])
  expect(await seen(studio, operator, first)).toMatchObject({
    state: 'Refunded',
    refunded: price,
    refunds: [{ state: 'done' }, { state: 'done', credits: 5, reason: 'by mistake' }]
  })
  expect(await plan(second)).toMatchObject({ remaining_amount: 20 })
  expect(Date.parse((await plan(second)).expired_at ?? '')).toBe(
    studio.context.clock.now() + 7 * DAY
  )
})

test('a run that spends all of its hold leaves nothing to refund, and the next period begins', async () => {
  const [first, second] = await twoWeeks()
  const task = await work(first, 5)
  const { refunded } = await back(first)
  await end(studio, task, creditsToMicro(5))
  await look()
  expect(await seen(studio, operator, first)).toMatchObject({
    state: 'Refunded',
    refunded,
    refunds: [{ credits: 15 }]
  })
  expect(await plan(second)).toMatchObject({ remaining_amount: 20 })
})

test('an order of credits stays Finished while a run holds some, until the rest is refunded', async () => {
  const order = await buy(studio, ada, (await packageOf(studio, 10)).id)
  const task = await work(order, 4)
  expect(await back(order)).toMatchObject({ state: 'Finished', refunded: 0.9, refundable: 0 })
  studio.context.clock.advance(1)
  await buy(studio, ada, (await packageOf(studio, 10)).id)
  await end(studio, task, creditsToMicro(1))
  await look()
  expect(await seen(studio, operator, order)).toMatchObject({
    state: 'Refunded',
    refunded: 1.35,
    refunds: [{ credits: 6 }, { credits: 3 }]
  })
  expect(await plan(order)).toMatchObject({ remaining_amount: 10 })
})
