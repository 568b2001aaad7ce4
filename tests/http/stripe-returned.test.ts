import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedOrder, Order } from '#contract/order.ts'
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

async function bought(): Promise<{ order: Order; intent: string }> {
  const { order, session } = await world.begun()
  await world.tell(world.paid(session))
  const intent = world.stripe.sessions.get(session)?.payment_intent ?? ''
  return { order, intent: typeof intent === 'string' ? intent : intent.id }
}
const back = (order: Order, body: object = {}): Promise<OperatedOrder> =>
  json(refund(world.studio, world.operator, order, body))
const row = (order: Order): Promise<OperatedOrder> => seen(world.studio, world.operator, order)
const tell = async (type: string, object: object): Promise<void> =>
  expect((await world.tell(world.stripe.message(type, object))).status).toBe(200)
const returned = (order: Order, payment_intent: string, amount_refunded: number): Promise<void> =>
  tell('charge.refunded', {
    id: 'ch_1',
    object: 'charge',
    amount_refunded,
    payment_intent,
    metadata: { order: order.id }
  })

test('a refund made at Stripe takes its credits once, and is not repeated', async () => {
  const { order, intent } = await bought()
  const before = await world.remaining()
  world.stripe.refunds.push({
    id: 're_1',
    object: 'refund',
    payment_intent: intent,
    amount: 100,
    status: 'succeeded',
    metadata: {}
  })
  for (const cents of [100, 40, 100]) await returned(order, intent, cents)
  expect(await row(order)).toMatchObject({
    refunded: 1,
    refundable: 0.5,
    refunds: [{ state: 'done', amount: 1, note: 'ch_1' }]
  })
  expect((await row(order)).note).toContain(
    'gave back 100 cents in all (ch_1), 100 of them not asked for from here'
  )
  expect(await world.remaining()).toBeCloseTo(before - 6.666667, 5)
  expect(await back(order)).toMatchObject({
    state: 'Refunded',
    refunded: 1.5,
    refunds: [{ amount: 1 }, { amount: 0.5, state: 'done' }]
  })
  expect(await world.remaining()).toBe(before - 10)
  await returned(order, intent, 150)
  expect((await row(order)).refunds).toHaveLength(2)
})

test('a refund that the studio requested changes nothing when Stripe reports it', async () => {
  const { order, intent } = await bought()
  await back(order, { amount: 0.5 })
  await returned(order, intent, 50)
  expect(await row(order)).toMatchObject({ note: '', refunded: 0.5, refundable: 1 })
})

test('a double payment that was refunded once leaves the order as it is, with notes', async () => {
  const { order } = await bought()
  const other = {
    ...world.stripe.sessions.get(order.pay_id ?? ''),
    id: 'cs_test_other',
    payment_intent: 'pi_other'
  }
  await tell('checkout.session.completed', other)
  await returned(order, 'pi_other', 150)
  await returned(order, 'pi_other', 150)
  const { note, refunded, refundable, state } = await row(order)
  expect({ refunded, refundable, state }).toEqual({
    refunded: 0,
    refundable: 1.5,
    state: 'Finished'
  })
  expect(note).toMatch(
    /^Payment cs_test_other .*paid before.*\.\nStripe gave back 150 cents in all \(ch_1\), of another payment[^.]*\.$/
  )
})

test.each(['refund.failed', 'charge.refund.updated', 'refund.updated'])(
  'a refund that %s reports as failed must be sent by hand and is not requested again',
  async type => {
    const { order } = await bought()
    const [asked] = (await back(order)).refunds
    const made = world.stripe.refunds.find(({ metadata }) => metadata['reference'] === asked?.id)
    const failed = { ...made, status: 'failed', failure_reason: 'expired_or_canceled_card' }
    await tell(type, { ...made, status: 'pending' })
    expect((await row(order)).refunds).toMatchObject([{ state: 'done' }])
    await tell(type, failed)
    const note = `${made?.id} failed: expired_or_canceled_card`
    expect((await row(order)).refunds).toMatchObject([{ state: 'asked', by_hand: true, note }])
    const known = world.stripe.refunds.length
    await world.later(3_600_000)
    await runPeriodicWork(world.studio.context)
    expect(world.stripe.refunds).toHaveLength(known)
    await world.studio.call(`/api/v1/refunds/${asked?.id}/finish`, {
      method: 'POST',
      token: world.operator.token.access_token
    })
    await tell(type, failed)
    expect((await row(order)).refunds).toMatchObject([{ state: 'done', note: 'sent back by hand' }])
  }
)
