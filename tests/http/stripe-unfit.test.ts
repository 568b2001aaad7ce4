import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { ledgerFaults, orderFor, refusal } from '../support/shop.ts'
import { openStripeWorld, type StripeWorld } from '../support/stripe-world.ts'
import { json, person } from '../support/studio.ts'

let world: StripeWorld
beforeEach(async () => {
  world = await openStripeWorld()
})
afterEach(async () => {
  expect(await ledgerFaults(world.studio)).toEqual([])
  await world.close()
})

const asOperator = ({ id }: Pick<Order, 'id'>, verb: string, body?: object): Promise<Response> =>
  world.studio.call(`/api/v1/orders/${id}/${verb}/`, {
    method: 'POST',
    json: body,
    token: world.operator.token.access_token
  })
const takeBack = ({ id }: Order): Promise<Response> =>
  world.studio.call(`/api/v1/orders/${id}`, {
    method: 'DELETE',
    token: world.ada.token.access_token
  })
const sessionsOf = ({ id }: Pick<Order, 'id'>): string[] =>
  [...world.stripe.sessions.values()]
    .filter(each => each.client_reference_id === id)
    .map(({ status }) => status)

const look = (order: Order): Promise<Order> =>
  json(world.studio.call(`/api/v1/orders/${order.id}`, { token: world.ada.token.access_token }))

describe('a payment that does not fit its order', () => {
  test('prevents another payment until an operator decides', async () => {
    const { order, session } = await world.begun()
    expect(await look(order)).toMatchObject({ state: 'Pending', payment_held: false })
    expect((await world.tell(world.paid(session, { amount_total: 149 }))).status).toBe(200)
    expect(await look(order)).toMatchObject({ state: 'Pending', payment_held: true })
    for (const way of ['Stripe', 'AliPay'])
      expect(await refusal(world.pay(order, way))).toEqual([
        400,
        'bad_request',
        'order payment_held'
      ])
    expect(sessionsOf(order)).toEqual(['complete'])
    expect(await world.remaining()).toBe(0)
    expect(await json(asOperator(order, 'finish'))).toMatchObject({
      state: 'Finished',
      rail: 'manual'
    })
    expect((await world.row(order)).note).toContain('149 cents')
    expect(await json(asOperator(order, 'finish'))).toMatchObject({ state: 'Finished' })
    expect(await world.remaining()).toBe(10)
  })

  test('is accepted for a cancelled order, and if it equals a new price', async () => {
    const [gone, cheaper] = [await world.begun(), await world.begun()]
    for (const { session } of [gone, cheaper]) world.stripe.pay(session, { amount_total: 149 })
    expect((await takeBack(gone.order)).status).toBe(204)
    expect(await world.row(gone.order)).toMatchObject({ state: 'Failed' })
    expect(await json(asOperator(gone.order, 'finish'))).toMatchObject({ state: 'Finished' })
    await json(asOperator(cheaper.order, 'update-price', { price: 1.49 }))
    expect(await json(world.pay(cheaper.order))).toMatchObject({
      state: 'Finished',
      rail: 'stripe',
      pay_id: cheaper.session
    })
    expect(await world.remaining()).toBe(20)
  })

  test('is not marked as accepted if its credits cannot be given', async () => {
    const { order, session } = await world.begun()
    const { db } = world.studio.context.database
    const put = (application_ids: string, package_ids: string): Promise<unknown> =>
      db
        .updateTable('order')
        .set({ application_ids, package_ids })
        .where('id', '=', order.id)
        .execute()
    await put('["gone"]', '["gone"]')
    await world.tell(world.paid(session))
    expect(await refusal(asOperator(order, 'finish'))).toEqual([
      400,
      'bad_request',
      'state not_finished'
    ])
    expect(await world.row(order)).toMatchObject({ state: 'Paid' })
    await put(JSON.stringify(order.application_ids), JSON.stringify(order.package_ids))
    expect(await json(asOperator(order, 'finish'))).toMatchObject({
      state: 'Finished',
      rail: 'stripe'
    })
  })
})

describe('a payment in progress', () => {
  test('is the only one until it arrives', async () => {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    const { pay_id } = await json<Order>(world.pay(order, 'WechatPay'))
    const processing = {
      payment_status: 'unpaid',
      payment_intent: { id: 'pi_slow', status: 'processing' }
    } as const
    world.stripe.pay(pay_id ?? '', processing)
    for (const asked of [
      () => world.pay(order, 'Stripe'),
      () => asOperator(order, 'finish'),
      () => asOperator(order, 'update-price', { price: 9 })
    ])
      expect(await refusal(asked())).toEqual([500, 'busy', 'order being_paid'])
    expect(sessionsOf(order)).toEqual(['complete'])
    expect(await world.now(order)).toMatchObject({ state: 'Pending', price: 1.5, rail: 'stripe' })
    await world.tell(
      world.stripe.message(
        'checkout.session.async_payment_succeeded',
        world.stripe.pay(pay_id ?? '')
      )
    )
    expect(await world.now(order)).toMatchObject({ state: 'Finished', pay_id })
    expect(await world.remaining()).toBe(10)
  })

  test('leaves the order payable when it fails, by the same method too', async () => {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    const { pay_id } = await json<Order>(world.pay(order, 'WechatPay'))
    const failed = {
      payment_status: 'unpaid',
      payment_intent: { id: 'pi_bad', status: 'requires_payment_method' }
    } as const
    const message = world.stripe.message(
      'checkout.session.async_payment_failed',
      world.stripe.pay(pay_id ?? '', failed)
    )
    expect((await world.tell(message)).status).toBe(200)
    expect(await world.now(order)).toMatchObject({
      state: 'Pending',
      pay_way: '',
      pay_url: null,
      pay_id
    })
    const again = await json<Order>(world.pay(order, 'WechatPay'))
    expect(again.pay_id).not.toBe(pay_id)
    await world.tell(message)
    expect(await world.now(order)).toMatchObject({
      pay_way: 'WechatPay',
      pay_url: again.pay_url,
      pay_id: again.pay_id
    })
    await world.tell(world.paid(again.pay_id ?? ''))
    expect(await world.now(order)).toMatchObject({ state: 'Finished' })
    await world.tell(message)
    expect(await world.remaining()).toBe(10)
  })
})

describe('a deleted account', () => {
  const deleteAccount = ({ cookie, email }: { cookie: string; email: string }): Promise<Response> =>
    world.studio.call('/auth/account/delete', {
      json: { password: 'correct horse battery', confirm: email },
      headers: { cookie }
    })

  test('leaves no open payment', async () => {
    const eve = await person(world.studio)
    const { order, session } = await world.begun(eve)
    expect((await deleteAccount(eve)).status).toBe(204)
    expect(world.stripe.sessions.get(session)?.status).toBe('expired')
    expect(await world.row(order)).toMatchObject({ state: 'Failed', note: '' })
  })

  test('is deleted even if Stripe does not answer, and operators see money that arrives later', async () => {
    const eve = await person(world.studio)
    const { order, session } = await world.begun(eve)
    world.stripe.mood = 'failing'
    expect((await deleteAccount(eve)).status).toBe(204)
    world.stripe.mood = 'well'
    await world.tell(world.paid(session))
    expect(await world.row(order)).toMatchObject({
      state: 'Finished',
      note: expect.stringContaining('account was deleted')
    })
  })
})

describe('a price that Stripe does not accept', () => {
  const change = async (body: object): Promise<Response> =>
    world.studio.call(`/api/v1/packages/${world.small.id}`, {
      method: 'PUT',
      json: body,
      token: world.operator.token.access_token
    })
  const make = (body: object): Promise<Response> =>
    world.studio.call('/api/v1/packages/', {
      json: { type: 'Usage', amount: 5, ...body },
      token: world.operator.token.access_token
    })

  test.each([
    [0.49, 'too_small'],
    [0.01, 'too_small'],
    [1_000_000, 'too_large']
  ])('of $%d is refused at its field while Stripe is the only rail', async (price, code) => {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    for (const asked of [
      () => asOperator(order, 'update-price', { price }),
      () => change({ price }),
      () => make({ price })
    ])
      expect(await refusal(asked())).toEqual([400, 'bad_request', `price ${code}`])
    expect(await refusal(change({ base_price: price }))).toEqual([
      400,
      'bad_request',
      `base_price ${code}`
    ])
    for (const fine of [0.5, 999_999.99])
      expect((await asOperator(order, 'update-price', { price: fine })).status).toBe(200)
    expect((await make({ price: 0 })).status).toBe(200)
    expect((await asOperator(order, 'update-price', { price: 0 })).status).toBe(200)
  })

  test('is refused when the user pays, and another payment rail accepts it', async () => {
    world.studio.context.config.manualPayment = 'To our account'
    const order = await orderFor(world.studio, world.ada, world.small.id)
    expect((await asOperator(order, 'update-price', { price: 0.1 })).status).toBe(200)
    expect(await refusal(world.pay(order))).toEqual([400, 'bad_request', 'pay_way not_payable'])
    expect(await json(world.pay(order, 'Manual'))).toMatchObject({ rail: 'manual' })
  })
})
