import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { ORDER_STATES } from '#contract/order.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import { statesBefore, illegalStateProblem, moveOrder } from '#servers/platform/orders/states.ts'
import { refund, seen } from '../support/money.ts'
import {
  buy,
  ledgerFaults,
  orderFor,
  orderNow,
  packageOf,
  payUrl,
  planOf,
  refusal
} from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

type State = Order['state']

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
let small: Package
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
  ada = await person(studio)
  small = await packageOf(studio, 10)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

/** For each state, creates an order in that state. */
const WAYS: Record<State, () => Promise<Order>> = {
  Pending: () => orderFor(studio, ada, small.id),
  Paid: async () => {
    const order = await orderFor(studio, ada, small.id)
    await payUrl(studio, ada, order)
    const { db } = studio.context.database
    await db.updateTable('order').set({ state: 'Paid' }).where('id', '=', order.id).execute()
    return orderNow(studio, ada, order)
  },
  Finished: () => buy(studio, ada, small.id),
  Expired: async () => {
    const order = await orderFor(studio, ada, small.id)
    const { database, clock } = studio.context
    await database.db
      .updateTable('order')
      .set({ expires_at: clock.now() })
      .where('id', '=', order.id)
      .execute()
    return orderNow(studio, ada, order)
  },
  Failed: async () => {
    const order = await orderFor(studio, ada, small.id)
    await payUrl(studio, ada, order)
    await studio.call(`/api/v1/orders/${order.id}`, {
      method: 'DELETE',
      token: ada.token.access_token
    })
    return orderNow(studio, ada, order)
  },
  Refunded: async () => {
    const order = await buy(studio, ada, small.id)
    await json(refund(studio, operator, order))
    return orderNow(studio, ada, order)
  }
}

const call = (order: Order, path: string, who = ada, body: object = {}): Promise<Response> =>
  studio.call(`/api/v1/orders/${order.id}${path}`, { json: body, token: who.token.access_token })
const left = async (): Promise<number> =>
  (await planOf(studio, ada, ada.application.id)).remaining_amount

test.each(ORDER_STATES)('an order can reach the state %s', async state => {
  expect(await WAYS[state]()).toMatchObject({ state })
})

test.each<[State, 'pay' | 'finish' | 'refund' | 'update-price', State | 'refused']>([
  ['Pending', 'refund', 'refused'],
  ['Pending', 'finish', 'Finished'],
  ['Paid', 'finish', 'Finished'],
  ['Paid', 'refund', 'refused'],
  ['Paid', 'update-price', 'refused'],
  ['Finished', 'pay', 'Finished'],
  ['Finished', 'finish', 'Finished'],
  ['Finished', 'update-price', 'refused'],
  ['Expired', 'pay', 'refused'],
  ['Expired', 'refund', 'refused'],
  ['Expired', 'finish', 'Finished'],
  ['Failed', 'pay', 'refused'],
  ['Failed', 'refund', 'refused'],
  ['Failed', 'finish', 'Finished'],
  ['Refunded', 'pay', 'refused'],
  ['Refunded', 'finish', 'refused'],
  ['Refunded', 'refund', 'refused'],
  ['Refunded', 'update-price', 'refused']
])('a %s order, asked to %s, is %s', async (state, verb, outcome) => {
  const order = await WAYS[state]()
  const credits = await left()
  const bodies = { pay: {}, finish: {}, refund: {}, 'update-price': { price: 2 } }
  const answer = call(order, `/${verb}`, verb === 'pay' ? ada : operator, bodies[verb])
  if (outcome === 'refused')
    expect(await refusal(answer)).toEqual([400, 'bad_request', 'state not_allowed'])
  else expect(await json(answer)).toMatchObject({ state: outcome })
  expect(await seen(studio, operator, order)).toMatchObject({
    state: outcome === 'refused' ? state : outcome
  })
  expect(await left()).toBe(credits + (outcome === 'Finished' && state !== 'Finished' ? 10 : 0))
})

test('an order changes its state only in the allowed ways', async () => {
  const { database, clock } = studio.context
  const legal: [State, State][] = []
  for (const from of ORDER_STATES)
    for (const to of ORDER_STATES) {
      const order = await orderFor(studio, ada, small.id)
      const moved = await database.transaction(async tx => {
        await tx.updateTable('order').set({ state: from }).where('id', '=', order.id).execute()
        const row = await moveOrder(tx, order.id, to, { updated_at: clock.now() })
        await tx.deleteFrom('order').where('id', '=', order.id).execute()
        return row
      })
      if (moved !== undefined) legal.push([from, to])
      expect(statesBefore(to).includes(from)).toBe(moved !== undefined)
    }
  expect(legal.map(([from, to]) => `${from} ${to}`)).toEqual([
    'Pending Paid',
    'Pending Finished',
    'Pending Expired',
    'Pending Failed',
    'Paid Finished',
    'Finished Refunded',
    'Expired Paid',
    'Expired Finished',
    'Failed Paid',
    'Failed Finished'
  ])
  expect(illegalStateProblem({ id: 'o', state: 'Expired' }, 'Refunded').detail).toBe(
    'order o is Expired and cannot become Refunded: it must be Finished'
  )
})

test('an order is finished once, and never after a refund', async () => {
  const order = await WAYS.Refunded()
  const { database, clock } = studio.context
  expect(
    await database.transaction(tx =>
      finishOrder(tx, order.id, { now: clock.now(), fund: 'sandbox' })
    )
  ).toBe(false)
  expect(await orderNow(studio, ada, order)).toMatchObject({ state: 'Refunded' })
})
