import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { createReconciler } from '#servers/platform/orders/reconcile.ts'
import { ledgerFaults, orderFor, refusal } from '../support/shop.ts'
import { openStripeWorld, type StripeWorld } from '../support/stripe-world.ts'
import { BASE, json } from '../support/studio.ts'

const MINUTES = 60_000

let world: StripeWorld
beforeAll(async () => {
  world = await openStripeWorld()
})
afterEach(async () => {
  world.stripe.mood = 'well'
  expect(await ledgerFaults(world.studio)).toEqual([])
})
afterAll(() => world.close())

const refresh = (order: Order): Promise<Order> =>
  json<Order>(
    world.studio.call(`/api/v1/orders/${order.id}/refresh/`, {
      method: 'POST',
      token: world.ada.token.access_token
    })
  )
const take = (order: Order): Promise<Response> =>
  world.studio.call(`/api/v1/orders/${order.id}`, {
    method: 'DELETE',
    token: world.ada.token.access_token
  })
const price = (order: Order, dollars: number): Promise<Response> =>
  world.studio.call(`/api/v1/orders/${order.id}/update-price/`, {
    json: { price: dollars },
    token: world.operator.token.access_token
  })
const sessionOf = (order: Pick<Order, 'pay_id'>): string =>
  world.stripe.sessions.get(order.pay_id ?? '')?.status ?? 'none'

describe('a payment by Stripe', () => {
  test.each([
    ['Stripe', 'card'],
    ['WechatPay', 'wechat_pay'],
    ['AliPay', 'alipay']
  ])(
    '%s leads to a page of Stripe for the price in cents, until the order ends',
    async (way, method) => {
      const order = await orderFor(world.studio, world.ada, world.small.id)
      expect(order.pay_ways).toEqual(['Stripe', 'WechatPay', 'AliPay'])
      const begun = await json<Order>(world.pay(order, way))
      const session = world.stripe.sessions.get(begun.pay_id ?? '')
      expect(begun).toMatchObject({
        state: 'Pending',
        pay_way: way,
        rail: 'stripe',
        pay_url: session?.url,
        fund: 'sandbox'
      })
      expect(session).toMatchObject({
        amount_total: 150,
        currency: 'usd',
        client_reference_id: order.id,
        metadata: { order: order.id }
      })
      const { asked } = session ?? {}
      expect(asked).toMatchObject({
        mode: 'payment',
        allowed_payment_method_types: { 0: method },
        adaptive_pricing: { enabled: 'false' }
      })
      expect(asked).toMatchObject({
        success_url: `${BASE}/console/orders/${order.id}`,
        payment_intent_data: { metadata: { order: order.id } }
      })
      expect(asked?.['payment_method_options']).toEqual(
        method === 'wechat_pay' ? { wechat_pay: { client: 'web' } } : undefined
      )
      expect(Date.parse(order.expires_at ?? '') - Number(asked?.['expires_at']) * 1000).toBe(
        5 * MINUTES
      )
    }
  )

  test('is one payment, however often the button is pressed', async () => {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => json<Order>(world.pay(order)))
    )
    const later = await json<Order>(world.pay(order))
    expect(new Set([...answers, later].map(each => each.pay_id)).size).toBe(1)
    const open = [...world.stripe.sessions.values()].filter(
      each => each.client_reference_id === order.id && each.status === 'open'
    )
    expect(open.length).toBe(1)
  })

  test('with another method closes the previous one, and of two simultaneous ones one remains', async () => {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    const ids: string[] = []
    for (const way of ['Stripe', 'AliPay', 'Stripe', 'AliPay', 'Stripe'])
      ids.push((await json<Order>(world.pay(order, way))).pay_id ?? '')
    expect(ids.map(id => world.stripe.sessions.get(id)?.status)).toEqual([
      'expired',
      'expired',
      'expired',
      'expired',
      'open'
    ])
    const other = await orderFor(world.studio, world.ada, world.small.id)
    await Promise.all(['Stripe', 'AliPay', 'WechatPay'].map(way => world.pay(other, way)))
    const open = [...world.stripe.sessions.values()].filter(
      each => each.client_reference_id === other.id && each.status === 'open'
    )
    expect(open.map(({ id }) => id)).toEqual([(await world.now(other)).pay_id])
  })

  test('that has arrived is found before another begins, the price changes, or the order is cancelled', async () => {
    const before = await world.remaining()
    for (const then of [
      (order: Order) => world.pay(order, 'AliPay'),
      (order: Order) => world.pay(order, 'Stripe'),
      (order: Order) => price(order, 9),
      take,
      (order: Order) =>
        world.studio.call(`/api/v1/orders/${order.id}/finish/`, {
          method: 'POST',
          token: world.operator.token.access_token
        })
    ]) {
      const { order, session } = await world.begun()
      world.stripe.pay(session)
      await then(order)
      expect(await world.now(order)).toMatchObject({
        state: 'Finished',
        rail: 'stripe',
        price: 1.5,
        pay_id: session
      })
    }
    expect(await world.remaining()).toBe(before + 50)
  })

  test('is closed with its order: with a new price, a cancellation or a confirmation by hand', async () => {
    const [dearer, gone, byHand] = [await world.begun(), await world.begun(), await world.begun()]
    await json(price(dearer.order, 2))
    expect((await take(gone.order)).status).toBe(204)
    const path = `/api/v1/orders/${byHand.order.id}/finish/`
    await json(
      world.studio.call(path, { method: 'POST', token: world.operator.token.access_token })
    )
    expect([dearer, gone, byHand].map(({ order }) => sessionOf(order))).toEqual([
      'expired',
      'expired',
      'expired'
    ])
    expect(await world.now(byHand.order)).toMatchObject({
      state: 'Finished',
      rail: 'manual',
      pay_way: 'Manual'
    })
    const anew = await json<Order>(world.pay(dearer.order))
    expect(world.stripe.sessions.get(anew.pay_id ?? '')?.amount_total).toBe(200)
  })

  test('does not begin when Stripe does not answer, or refuses the method or the key', async () => {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    world.stripe.mood = 'no_method'
    expect(await refusal(world.pay(order, 'AliPay'))).toEqual([
      400,
      'bad_request',
      'pay_way not_allowed'
    ])
    world.stripe.mood = 'failing'
    expect(await refusal(world.pay(order))).toEqual([500, 'busy'])
    world.stripe.mood = 'silent'
    expect(await refusal(world.pay(order))).toEqual([500, 'busy'])
    expect(await world.now(order)).toMatchObject({ state: 'Pending', pay_id: null })
    world.stripe.mood = 'well'
    expect(await json(world.pay(order))).toMatchObject({ rail: 'stripe' })
  })

  test('begun shortly before its order expires still has the half hour that Stripe requires', async () => {
    const { order } = await world.begun()
    await world.later(23.9 * 60 * MINUTES)
    const again = await json<Order>(world.pay(order, 'AliPay'))
    expect(sessionOf(again)).toBe('open')
    await world.later(30 * MINUTES)
    await world.tell(world.paid(again.pay_id ?? ''))
    expect(await world.now(order)).toMatchObject({ state: 'Finished' })
  })
})

describe('a payment for which no message arrives', () => {
  test('is queried when its buyer opens the order, but not each time, and counts once', async () => {
    const { order, session } = await world.begun()
    const before = await world.remaining()
    expect(await refresh(order)).toMatchObject({ state: 'Pending' })
    const asked = (): number => world.stripe.calls.filter(call => call.endsWith(session)).length
    const first = asked()
    world.stripe.pay(session)
    expect(await refresh(order)).toMatchObject({ state: 'Pending' })
    expect(asked()).toBe(first)
    world.studio.context.clock.advance(3000)
    const told = world.stripe.message(
      'checkout.session.completed',
      world.stripe.sessions.get(session) ?? {}
    )
    await Promise.all([refresh(order), world.tell(told), refresh(order), world.tell(told)])
    expect(asked()).toBeLessThan(first + 2)
    expect(await world.now(order)).toMatchObject({ state: 'Finished' })
    expect(await world.remaining()).toBe(before + 10)
  })

  test('is queried in the background, also for an expired order, and not again once it is over', async () => {
    const before = await world.remaining()
    const [late, over, open] = [await world.begun(), await world.begun(), await world.begun()]
    await world.later(25 * 60 * MINUTES)
    expect(await world.now(late.order)).toMatchObject({ state: 'Expired' })
    world.stripe.pay(late.session)
    world.stripe.pay(over.session, {
      status: 'expired',
      payment_status: 'unpaid',
      payment_intent: null
    })
    const reconciler = createReconciler(world.studio.context, 0)
    expect(await reconciler.sweep()).toBeGreaterThan(2)
    expect(await world.now(late.order)).toMatchObject({ state: 'Finished' })
    expect(await world.now(over.order)).toMatchObject({
      state: 'Expired',
      pay_url: null,
      pay_id: over.session
    })
    expect(await world.now(open.order)).toMatchObject({
      state: 'Expired',
      pay_url: expect.any(String)
    })
    expect(await world.remaining()).toBe(before + 10)
    expect(await reconciler.sweep()).toBe(0)
    world.studio.context.clock.advance(16 * MINUTES)
    expect(await reconciler.sweep()).toBeGreaterThan(0)
    for (const days of [29, 58, 87]) {
      await world.later(29 * 24 * 60 * MINUTES)
      expect(await reconciler.sweep(), `after ${days} days`).toBeGreaterThan(0)
    }
    await world.later(4 * 24 * 60 * MINUTES)
    expect(await reconciler.sweep()).toBe(0)
  })

  test('waits while Stripe does not answer, and the order is shown unchanged', async () => {
    const { order, session } = await world.begun()
    world.stripe.pay(session)
    world.stripe.mood = 'failing'
    expect(await refresh(order)).toMatchObject({ state: 'Pending' })
    world.stripe.mood = 'well'
    world.studio.context.clock.advance(MINUTES)
    expect(await refresh(order)).toMatchObject({ state: 'Finished' })
  })
})
