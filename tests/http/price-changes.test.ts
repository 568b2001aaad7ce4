import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { changePrice } from '#servers/platform/orders/orders.ts'
import { closePendingPayment } from '#servers/platform/orders/pay.ts'
import { orderFor } from '../support/shop.ts'
import { openStripeWorld, type StripeWorld } from '../support/stripe-world.ts'
import { json } from '../support/studio.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await openStripeWorld()
})
afterAll(() => world.close())

const dearer = (order: Order, price: number): Promise<Response> =>
  world.studio.call(`/api/v1/orders/${order.id}/update-price/`, {
    json: { price },
    token: world.operator.token.access_token
  })

test('a price cannot change while a payment of the old price begins', async () => {
  const order = await orderFor(world.studio, world.ada, world.small.id)
  const { context } = world.studio
  const closed = await closePendingPayment(context, order.id)
  const begun = await json<Order>(world.pay(order))
  await expect(changePrice(context, order.id, 2, closed)).rejects.toMatchObject({ code: 'busy' })
  expect(await world.now(order)).toMatchObject({
    price: 1.5,
    pay_way: 'Stripe',
    pay_url: begun.pay_url
  })
  // The repeated change closes the payment first, and the new price is paid as usual.
  expect(await json(dearer(order, 2))).toMatchObject({ price: 2, pay_way: '', pay_url: null })
  const again = await json<Order>(world.pay(order))
  expect(again.pay_id).not.toBe(begun.pay_id)
  await world.tell(world.paid(again.pay_id ?? ''))
  expect(await world.now(order)).toMatchObject({ state: 'Finished', price: 2 })
})

test('whichever of payment and price change comes first, the payment that is still open counts', async () => {
  for (let round = 0; round < 6; round++) {
    const order = await orderFor(world.studio, world.ada, world.small.id)
    await Promise.all([world.pay(order), dearer(order, 2), world.pay(order), dearer(order, 3)])
    const now = await json<Order>(world.pay(order))
    const before = await world.remaining()
    await world.tell(world.paid(now.pay_id ?? ''))
    expect(await world.now(order)).toMatchObject({ state: 'Finished', price: now.price })
    expect(await world.remaining()).toBe(before + 10)
  }
})
