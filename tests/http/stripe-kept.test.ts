import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { railOf } from '#servers/platform/orders/payment.ts'
import { ledgerFaults, refusal } from '../support/shop.ts'
import { LIVE_KEY } from '../support/stripe-server.ts'
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

const whole = (id: string) =>
  world.studio.context.database.db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Pays an order whose plan and packages are gone, so that its credits cannot be given.
 * @returns the order, and a function that restores the plan and packages
 */
async function keptOrder(note = ''): Promise<{ order: Order; back(): Promise<void> }> {
  const { order, session } = await world.begun()
  const { db } = world.studio.context.database
  const { application_ids, package_ids } = await whole(order.id)
  await db
    .updateTable('order')
    .set({ application_ids: '["gone"]', package_ids: '["gone"]', note })
    .where('id', '=', order.id)
    .execute()
  expect((await world.tell(world.paid(session))).status).toBe(200)
  const back = async (): Promise<void> => {
    await db
      .updateTable('order')
      .set({ application_ids, package_ids })
      .where('id', '=', order.id)
      .execute()
  }
  return { order, back }
}

test('a payment whose credits cannot be given stays Paid with its reason, until an operator finishes it', async () => {
  const before = await world.remaining()
  const { order, back } = await keptOrder()
  expect(await world.row(order)).toMatchObject({
    state: 'Paid',
    rail: 'stripe',
    note: expect.stringContaining('could not be given')
  })
  expect(await json(world.pay(order))).toMatchObject({ state: 'Paid', pay_ways: [] })
  const taken = await world.studio.call(`/api/v1/orders/${order.id}`, {
    method: 'DELETE',
    token: world.ada.token.access_token
  })
  expect(taken.status).toBe(400)
  await back()
  const finish = `/api/v1/orders/${order.id}/finish/`
  await json(
    world.studio.call(finish, { method: 'POST', token: world.operator.token.access_token })
  )
  expect(await world.row(order)).toMatchObject({ state: 'Finished', rail: 'stripe', note: '' })
  expect(await world.remaining()).toBe(before + 10)
})

test('an order whose credits could not be given keeps its older note when it is finished', async () => {
  const { order, back } = await keptOrder('Something before.')
  expect((await world.row(order)).note).toMatch(
    /^Something before\.\nPayment .* could not be given: .*\.$/
  )
  await back()
  await json(
    world.studio.call(`/api/v1/orders/${order.id}/refresh/`, {
      method: 'POST',
      token: world.ada.token.access_token
    })
  )
  expect(await world.row(order)).toMatchObject({ state: 'Finished', note: 'Something before.' })
})

test('an order whose credits could not be given is also finished when Stripe is queried', async () => {
  const before = await world.remaining()
  const { order, back } = await keptOrder()
  await back()
  const path = `/api/v1/orders/${order.id}/refresh/`
  expect(
    await json(world.studio.call(path, { method: 'POST', token: world.ada.token.access_token }))
  ).toMatchObject({ state: 'Finished' })
  expect(await world.remaining()).toBe(before + 10)
})

test('Stripe sends money back once for each reference, and no more than was paid', async () => {
  const { order, session } = await world.begun()
  await world.tell(world.paid(session))
  const rail = railOf(world.studio.context, 'stripe')
  const row = await whole(order.id)
  const first = await rail.refund(row, { cents: 40, reference: 'r1' })
  const again = await Promise.all(
    Array.from({ length: 4 }, () => rail.refund(row, { cents: 40, reference: 'r1' }))
  )
  expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id, first.id])
  expect((await rail.refund(row, { cents: 110, reference: 'r2' })).id).not.toBe(first.id)
  expect(
    world.stripe.refunds.map(({ amount, metadata }) => [amount, metadata['reference']])
  ).toEqual([
    [40, 'r1'],
    [110, 'r2']
  ])
  await expect(rail.refund(row, { cents: 1, reference: 'r3' })).rejects.toMatchObject({
    code: 'api_error'
  })
  world.stripe.mood = 'silent'
  await expect(rail.refund(row, { cents: 1, reference: 'r4' })).rejects.toMatchObject({
    code: 'busy'
  })
  world.stripe.mood = 'well'
  await expect(
    rail.refund({ ...row, pay_id: 'cs_test_gone' }, { cents: 1, reference: 'r5' })
  ).rejects.toMatchObject({ code: 'api_error' })
})

test('a refund takes the credits, then sends the money, and ignores Stripe’s message about it', async () => {
  const { order, session } = await world.begun()
  await world.tell(world.paid(session))
  const before = await world.remaining()
  const known = world.stripe.refunds.length
  const asked = {
    json: { amount: 0.6, reason: 'half of it' },
    token: world.operator.token.access_token
  }
  await json(world.studio.call(`/api/v1/orders/${order.id}/refund/`, asked))
  expect(world.stripe.refunds.slice(known)).toMatchObject([
    { amount: 60, metadata: { order: order.id } }
  ])
  expect(await world.remaining()).toBe(before - 4)
  const charge = {
    id: 'ch_1',
    object: 'charge',
    amount_refunded: 60,
    metadata: { order: order.id }
  }
  await world.tell(world.stripe.message('charge.refunded', charge))
  expect(await world.row(order)).toMatchObject({ refunded: 60, note: '' })
})

test('with a live key, payments buy real credits and the sandbox stops', async () => {
  const live = await openStripeWorld({ STRIPE_SECRET_KEY: LIVE_KEY })
  const { order, session } = await live.begun()
  expect(order.fund).toBe('real')
  await live.tell(live.paid(session))
  expect(await live.now(order)).toMatchObject({ state: 'Finished', fund: 'real' })
  expect(await live.remaining()).toBe(10)
  const question = {
    json: { model: 'gpt-5-all', question: 'hi' },
    token: live.ada.credential.token
  }
  expect((await refusal(live.studio.call('/aichat/conversations', question)))[0]).toBeGreaterThan(
    399
  )
  expect(await ledgerFaults(live.studio)).toEqual([])
  await live.close()
})
