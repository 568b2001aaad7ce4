import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedOrder, Order } from '#contract/order.ts'
import { refundInTransaction } from '#servers/platform/orders/refund.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { refund, seen } from '../support/money.ts'
import { ledgerFaults } from '../support/shop.ts'
import { openStripeWorld, type StripeWorld } from '../support/stripe-world.ts'
import { json } from '../support/studio.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await openStripeWorld()
})
afterAll(async () => {
  expect(await ledgerFaults(world.studio)).toEqual([])
  await world.close()
})

async function bought(): Promise<Order> {
  const { order, session } = await world.begun()
  await world.tell(world.paid(session))
  return order
}
const back = (order: Order, body: object = {}): Promise<OperatedOrder> =>
  json(refund(world.studio, world.operator, order, body))
/** Returns the amounts in cents that Stripe refunded for an order. */
const sent = (order: Order): number[] =>
  world.stripe.refunds
    .filter(({ metadata }) => metadata['order'] === order.id)
    .map(({ amount }) => amount)
const look = (): Promise<void> => runPeriodicWork(world.studio.context)

test('Stripe sends a refund back, also in parts', async () => {
  const order = await bought()
  const done = await back(order, { amount: 0.4 })
  expect(done).toMatchObject({
    state: 'Finished',
    rail: 'stripe',
    refunded: 0.4,
    refundable: 1.1,
    refunds: [{ state: 'done' }]
  })
  await back(order)
  expect(sent(order)).toEqual([40, 110])
})

test.each(['failing', 'silent'] as const)(
  'a refund is retried until Stripe, which is %s, answers, and happens once',
  async mood => {
    const order = await bought()
    world.stripe.mood = mood
    expect(await back(order)).toMatchObject({
      state: 'Refunded',
      refunds: [{ state: 'asked', note: expect.stringMatching(/./) as string }]
    })
    expect([sent(order), await world.remaining()]).toEqual([[], 0])
    world.stripe.mood = 'well'
    await look()
    expect(sent(order)).toEqual([])
    await world.later(120_000)
    await Promise.all([look(), look(), look()])
    expect(await seen(world.studio, world.operator, order)).toMatchObject({
      refunds: [{ state: 'done', amount: 1.5 }]
    })
    expect(sent(order)).toEqual([150])
  }
)

test('a refund happens once if the server dies before the request or before its answer', async () => {
  const { database, clock } = world.studio.context
  const order = await bought()
  const { refund: asked } = await database.transaction(tx =>
    refundInTransaction(tx, order.id, { cents: 50, reason: '', by: '' }, clock.now())
  )
  expect(sent(order)).toEqual([])
  await look()
  expect(sent(order)).toEqual([50])
  await database.db
    .updateTable('refund')
    .set({ state: 'asked', next_at: 0 })
    .where('id', '=', asked.id)
    .execute()
  await world.later(48 * 3_600_000)
  await look()
  expect(sent(order)).toEqual([50])
  expect(await seen(world.studio, world.operator, order)).toMatchObject({
    refunded: 0.5,
    refunds: [{ state: 'done' }]
  })
})
