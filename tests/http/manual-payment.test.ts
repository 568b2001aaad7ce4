import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedOrder, Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { pass, seen } from '../support/money.ts'
import {
  ledgerFaults,
  orderFor,
  orderNow,
  packageOf,
  payUrl,
  planOf,
  refusal
} from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const INSTRUCTIONS = 'Polymuse Ltd\nIBAN DE00 0000 0000\n<b>Quote the reference</b>'
const TEST_HOST = 'http://test.studio.example'
const DAY = 24 * 3_600_000

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
let small: Package
beforeAll(async () => {
  const environment = {
    RATE_LIMITS: 'off',
    FREE_AMOUNT: '0',
    MANUAL_PAYMENT: INSTRUCTIONS,
    HUB_TEST_URL: TEST_HOST,
    XAI_API_KEY: 'k'
  }
  studio = await openStudio({ environment })
  operator = await person(studio)
  ada = await person(studio)
  small = await packageOf(studio, 10)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const post = (order: Order, verb: string, body?: unknown, who = ada): Promise<Response> =>
  studio.call(`/api/v1/orders/${order.id}/${verb}/`, {
    method: 'POST',
    json: body,
    token: who.token.access_token
  })
const remaining = async (): Promise<number> =>
  (await planOf(studio, ada, ada.application.id)).remaining_amount

test('a bank transfer shows the account and the reference, and waits two weeks', async () => {
  const order = await orderFor(studio, ada, small.id)
  expect(order).toMatchObject({ pay_ways: ['Manual'], pay_instructions: null })
  const begun = await json<Order>(post(order, 'pay', { pay_way: 'manual' }))
  expect(begun).toMatchObject({
    state: 'Pending',
    rail: 'manual',
    pay_way: 'Manual',
    pay_url: null,
    pay_instructions: INSTRUCTIONS,
    fund: 'real'
  })
  expect(begun.pay_id).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
  expect(Date.parse(begun.expires_at ?? '')).toBe(studio.context.clock.now() + 14 * DAY)
  expect(await json<Order>(post(order, 'pay', {}))).toEqual(begun)
  expect(await orderNow(studio, ada, order)).toEqual(begun)
})

test('a transfer is credited once when an operator confirms it, even if several do', async () => {
  const order = await orderFor(studio, ada, small.id)
  await json(post(order, 'pay', {}))
  const before = await remaining()
  expect(await refusal(post(order, 'finish'))).toEqual([403, 'forbidden'])
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => json<Order>(post(order, 'finish', undefined, operator)))
  )
  for (const answer of answers)
    expect(answer).toMatchObject({
      state: 'Finished',
      rail: 'manual',
      pay_instructions: null,
      fund: 'real'
    })
  expect(await remaining()).toBe(before + 10)
})

test('a new price keeps the reference of a transfer, and money for a cancelled order still counts', async () => {
  const order = await orderFor(studio, ada, small.id)
  const first = await json<Order>(post(order, 'pay', {}))
  expect(await json(post(order, 'update-price', { price: 2 }, operator))).toMatchObject({
    pay_way: '',
    pay_instructions: null
  })
  expect(await json(post(order, 'pay', {}))).toMatchObject({
    pay_id: first.pay_id,
    pay_instructions: INSTRUCTIONS
  })
  expect(
    (
      await studio.call(`/api/v1/orders/${order.id}`, {
        method: 'DELETE',
        token: ada.token.access_token
      })
    ).status
  ).toBe(204)
  expect(await orderNow(studio, ada, order)).toMatchObject({
    state: 'Failed',
    pay_instructions: null
  })
  const before = await remaining()
  expect(await json(post(order, 'finish', undefined, operator))).toMatchObject({
    state: 'Finished'
  })
  expect(await remaining()).toBe(before + 10)
})

test('with real payments, the sandbox takes none on real hosts but all on test hosts', async () => {
  const order = await orderFor(studio, ada, small.id)
  expect(await refusal(post(order, 'pay', { pay_way: 'Stripe' }))).toEqual([
    400,
    'bad_request',
    'pay_way not_allowed'
  ])
  const payOnTestHost = (method: string): Promise<Response> =>
    studio.call(`${TEST_HOST}/api/v1/orders/${order.id}/pay/`, {
      json: { pay_way: method },
      token: ada.token.access_token
    })
  expect(await refusal(payOnTestHost('Manual'))).toEqual([
    400,
    'bad_request',
    'pay_way not_allowed'
  ])
  const begun = await json<Order>(payOnTestHost('Stripe'))
  expect(begun).toMatchObject({ rail: 'sandbox', fund: 'sandbox' })
  const page = new URL(begun.pay_url ?? '')
  expect(page.origin).toBe(TEST_HOST)
  // The payment page exists only on the test host.
  for (const method of ['GET', 'POST'])
    expect(
      (await studio.call(new URL(page.pathname + page.search, BASE).href, { method })).status
    ).toBe(404)
  const before = await remaining()
  expect((await studio.call(page.href, { method: 'POST' })).status).toBe(303)
  expect(await orderNow(studio, ada, order)).toMatchObject({ state: 'Finished', fund: 'sandbox' })
  expect(await remaining(), 'sandbox credits are not real ones').toBe(before)
})

test('a transfer buys real credits although no provider is connected yet', async () => {
  const own = await openStudio({ environment: { FREE_AMOUNT: '0', MANUAL_PAYMENT: INSTRUCTIONS } })
  const buyer = await person(own)
  const order = await orderFor(own, buyer, small.id)
  const callOrder = (verb: string): Promise<Order> =>
    json(
      own.call(`/api/v1/orders/${order.id}/${verb}/`, { json: {}, token: buyer.token.access_token })
    )
  expect(await callOrder('pay')).toMatchObject({ rail: 'manual', fund: 'real' })
  expect(await callOrder('finish')).toMatchObject({ state: 'Finished', fund: 'real' })
  expect((await planOf(own, buyer, buyer.application.id)).remaining_amount).toBe(10)
  expect(
    await json(own.call('/api/v1/operation/overview', { token: buyer.token.access_token }))
  ).toMatchObject({ sandbox: false })
  await own.close()
})

test('a sandbox payment that has begun can no longer be paid once payments are real', async () => {
  const own = await openStudio()
  const buyer = await person(own)
  const order = await orderFor(own, buyer, small.id)
  const page = await payUrl(own, buyer, order)
  own.context.config.manualPayment = INSTRUCTIONS
  expect((await own.call(page, { method: 'POST' })).status).toBe(404)
  expect(await orderNow(own, buyer, order)).toMatchObject({
    state: 'Pending',
    pay_ways: ['Manual']
  })
  await own.close()
})

test('a refunded transfer is open until an operator confirms that the money was sent back', async () => {
  const order = await orderFor(studio, ada, small.id)
  await json(post(order, 'pay', {}))
  await json(post(order, 'finish', undefined, operator))
  const before = await remaining()
  const done = await json<OperatedOrder>(post(order, 'refund', { reason: 'by mistake' }, operator))
  expect(done).toMatchObject({
    state: 'Refunded',
    refunded: 1.5,
    refunds: [{ state: 'asked', by_hand: true, note: '' }]
  })
  expect(await remaining()).toBe(before - 10)
  await pass(studio, 30 * DAY, ada, operator)
  await runPeriodicWork(studio.context)
  expect(await seen(studio, operator, order)).toMatchObject({
    refunds: [{ state: 'asked', by_hand: true }]
  })
  const path = `/api/v1/refunds/${done.refunds[0]?.id ?? ''}/finish`
  const ended = await json(
    studio.call(path, { method: 'POST', token: operator.token.access_token })
  )
  expect(ended).toMatchObject({
    refunds: [{ state: 'done', by_hand: false, note: 'sent back by hand' }]
  })
})
