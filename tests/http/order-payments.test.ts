import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import {
  buy,
  ledgerFaults,
  orderFor,
  orderNow,
  packageOf,
  payUrl,
  periodPlan,
  planOf,
  refusal
} from '../support/shop.ts'
import {
  BASE,
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const DAY = 24 * 3_600_000

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
let eve: TestPerson
let small: Package
let week: Package
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
  ada = await person(studio)
  eve = await person(studio)
  small = await packageOf(studio, 10)
  week = await packageOf(studio, 20)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const post = (path: string, body?: unknown, who = ada, headers = {}): Promise<Response> =>
  studio.call(`/api/v1/orders${path}`, {
    method: 'POST',
    json: body,
    token: who.token.access_token,
    headers
  })
const remaining = async (who = ada, id = who.application.id): Promise<number> =>
  (await planOf(studio, who, id)).remaining_amount

describe('a payment', () => {
  test('leads to a sandbox page of the studio, and its button adds the credits', async () => {
    const before = await remaining()
    const order = await orderFor(studio, ada, small.id)
    const begun = await json<Order>(
      post(`/${order.id}/pay/`, { pay_way: 'wechatpay' }, ada, { 'accept-language': 'de' })
    )
    expect(begun).toMatchObject({
      state: 'Pending',
      pay_way: 'WechatPay',
      pay_id: `sandbox-${order.id}`,
      alipay_url: null
    })
    expect(begun.wechatpay_url).toBe(begun.pay_url)
    const address = begun.pay_url ?? ''
    expect(address.startsWith(`${BASE}/api/v1/orders/${order.id}/sandbox-payment?token=`)).toBe(
      true
    )
    // The page uses the language in which the payment began, whatever the browser asks for.
    const page = await studio.call(address, { headers: { 'accept-language': 'fr' } })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toContain('Jetzt zahlen')
    expect(text).toContain('1,50')
    expect(text).toContain(`<img src="${BASE}/favicon.svg"`)
    const paid = await studio.call(address, { method: 'POST', body: '' })
    expect([paid.status, new URL(paid.headers.get('location') ?? '', BASE).href]).toEqual([
      303,
      address
    ])
    expect(await (await studio.call(address)).text()).toContain('Diese Bestellung wurde bezahlt.')
    expect(await orderNow(studio, ada, order)).toMatchObject({
      state: 'Finished',
      fund: 'sandbox',
      pay_ways: [],
      paid_at: expect.any(String)
    })
    expect(await remaining()).toBe(before + 10)
  })

  test('that is confirmed twenty times at once adds its credits once', async () => {
    const before = await remaining()
    const order = await orderFor(studio, ada, small.id)
    const address = await payUrl(studio, ada, order)
    const tokens = operator.token.access_token
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 4 === 3
          ? studio.call(`/api/v1/orders/${order.id}/finish/`, { method: 'POST', token: tokens })
          : studio.call(address, { method: 'POST' })
      )
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 200]))
    expect(await remaining()).toBe(before + 10)
    expect(await json(post(`/${order.id}/pay/`, {}))).toMatchObject({ state: 'Finished' })
  })

  test('needs its own token and has its own price', async () => {
    const [order, other] = [
      await orderFor(studio, ada, small.id),
      await orderFor(studio, ada, small.id)
    ]
    const address = new URL(await payUrl(studio, ada, order))
    const path = `/api/v1/orders/${order.id}/sandbox-payment`
    const foreign = new URL(await payUrl(studio, ada, other)).searchParams.get('token')
    for (const query of [
      '',
      '?token=',
      '?token=x',
      `?token=${foreign}`,
      `?token=${'x'.repeat(43)}`
    ])
      for (const method of ['GET', 'POST'])
        expect(await refusal(studio.call(path + query, { method }))).toEqual([404, 'not_found'])
    const body = { price: 2.5 }
    const dearer = await json<Order>(post(`/${order.id}/update-price/`, body, operator))
    expect(dearer).toMatchObject({ price: 2.5, pay_way: '', pay_url: null })
    expect((await studio.call(address.href, { method: 'POST' })).status).toBe(404)
    expect(await orderNow(studio, ada, order)).toMatchObject({ state: 'Pending' })
  })

  test('of an expired order is refused, but money that arrives still counts', async () => {
    const late = await orderFor(studio, ada, small.id)
    const address = await payUrl(studio, ada, late)
    await studio.context.database.db
      .updateTable('order')
      .set({ expires_at: studio.context.clock.now() })
      .where('id', '=', late.id)
      .execute()
    const before = await remaining()
    expect((await studio.call(address, { method: 'POST' })).status).toBe(303)
    expect(await (await studio.call(address)).text()).toContain('can’t be paid any more')
    expect(await orderNow(studio, ada, late)).toMatchObject({ state: 'Expired' })
    expect(await refusal(post(`/${late.id}/pay/`, { pay_way: 'Stripe' }))).toEqual([
      400,
      'bad_request',
      'state not_allowed'
    ])
    expect(
      await refusal(
        studio.call(`/api/v1/orders/${late.id}`, {
          method: 'DELETE',
          token: ada.token.access_token
        })
      )
    ).toEqual([400, 'bad_request', 'state not_allowed'])
    expect(await remaining()).toBe(before)
    expect(await json(post(`/${late.id}/finish/`, undefined, operator))).toMatchObject({
      state: 'Finished'
    })
    expect(await remaining()).toBe(before + 10)
  })

  test('survives the cancellation of its order, and money that arrives still counts', async () => {
    const order = await orderFor(studio, ada, small.id)
    const address = await payUrl(studio, ada, order)
    const before = await remaining()
    const taken = await studio.call(`/api/v1/orders/${order.id}`, {
      method: 'DELETE',
      token: ada.token.access_token
    })
    expect(taken.status).toBe(204)
    expect(await (await studio.call(address)).text()).toContain('can’t be paid any more')
    expect((await studio.call(address, { method: 'POST' })).status).toBe(303)
    expect(await orderNow(studio, ada, order)).toMatchObject({ state: 'Failed', pay_ways: [] })
    expect(await refusal(post(`/${order.id}/pay/`, {}))).toEqual([
      400,
      'bad_request',
      'state not_allowed'
    ])
    expect(await remaining()).toBe(before)
    // A payment notice of a vendor, or a confirmation by an operator, has the same effect.
    expect(await json(post(`/${order.id}/finish/`, undefined, operator))).toMatchObject({
      state: 'Finished'
    })
    expect(await remaining()).toBe(before + 10)
    const dearer = await orderFor(studio, ada, small.id)
    await payUrl(studio, ada, dearer)
    await json(post(`/${dearer.id}/update-price/`, { price: 9 }, operator))
    expect(
      (
        await studio.call(`/api/v1/orders/${dearer.id}`, {
          method: 'DELETE',
          token: ada.token.access_token
        })
      ).status
    ).toBe(204)
    expect(await orderNow(studio, ada, dearer)).toMatchObject({ state: 'Failed' })
  })

  test('opens a new plan if the plan of its order was deleted', async () => {
    const plan = await periodPlan(studio, eve)
    const order = await orderFor(studio, eve, week.id, { application_id: plan.id })
    const address = await payUrl(studio, eve, order)
    const path = `/api/v1/applications/${plan.id}`
    expect(
      (await studio.call(path, { method: 'DELETE', token: eve.token.access_token })).status
    ).toBe(204)
    expect((await studio.call(address, { method: 'POST' })).status).toBe(303)
    const paid = await orderNow(studio, eve, order)
    expect(paid).toMatchObject({
      state: 'Finished',
      application: { type: 'Period', scope: 'Global', service_id: null }
    })
    expect(paid.applications).toEqual([paid.application])
    expect(paid.application_id).not.toBe(plan.id)
    expect(await remaining(eve, paid.application_id)).toBe(20)
  })

  test('by an unknown payment method is refused at its field', async () => {
    const order = await orderFor(studio, ada, small.id)
    expect(await refusal(post(`/${order.id}/pay/`, { pay_way: 'Shells' }))).toEqual([
      400,
      'bad_request',
      'pay_way not_allowed'
    ])
    expect(await json(post(`/${order.id}/pay/`, { pay_way: '' }))).toMatchObject({
      pay_way: 'WechatPay'
    })
  })

  test('that fails midway changes nothing', async () => {
    const order = await orderFor(studio, ada, small.id)
    const before = await remaining()
    const { database, clock } = studio.context
    const half = database.transaction(async tx => {
      await finishOrder(tx, order.id, { now: clock.now(), fund: 'sandbox' })
      throw new Error('the power went')
    })
    await expect(half).rejects.toThrow('the power went')
    expect(await orderNow(studio, ada, order)).toMatchObject({ state: 'Pending', paid_at: null })
    expect(await remaining()).toBe(before)
  })

  test.each([
    [
      'Stripe takes payments',
      { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' },
      ['Stripe', 'WechatPay', 'AliPay']
    ],
    ['payments are bank transfers', { MANUAL_PAYMENT: 'To our account' }, ['Manual']],
    ['the sandbox is off', { SANDBOX: 'off' }, []]
  ])(
    'is not taken by the sandbox where %s',
    async (_, environment: Record<string, string>, ways) => {
      const own = await openStudio({ environment })
      const buyer = await person(own)
      const order = await orderFor(own, buyer, small.id)
      expect(order.pay_ways).toEqual(ways)
      const paying = own.call(`/api/v1/orders/${order.id}/pay/`, {
        json: { pay_way: ways[0] === 'Manual' ? 'Stripe' : 'Manual' },
        token: buyer.token.access_token
      })
      expect(await refusal(paying)).toEqual([400, 'bad_request', 'pay_way not_allowed'])
      expect(
        (await own.call(`/api/v1/orders/${order.id}/sandbox-payment?token=x`, { method: 'POST' }))
          .status
      ).toBe(404)
      await own.close()
    }
  )
})

describe('a period', () => {
  const until = async (who: TestPerson, id: string): Promise<number> =>
    Date.parse((await planOf(studio, who, id)).expired_at ?? '')

  test('is bought by each of several simultaneous payments', async () => {
    const plan = await periodPlan(studio, ada)
    const more = { application_id: plan.id }
    const orders = await Promise.all([1, 2, 3].map(() => orderFor(studio, ada, week.id, more)))
    const addresses = await Promise.all(orders.map(order => payUrl(studio, ada, order)))
    await Promise.all(addresses.map(address => studio.call(address, { method: 'POST' })))
    expect(await until(ada, plan.id)).toBe(studio.context.clock.now() + 21 * DAY)
    // One period is running, and the other two wait.
    expect(await remaining(ada, plan.id)).toBe(20)
  })

  test('pays while it runs and not once it is over', async () => {
    const own = await person(studio)
    const plan = await periodPlan(studio, own)
    await buy(studio, own, week.id, { application_id: plan.id })
    const body = { application_id: plan.id, host: BASE }
    const { token } = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', { json: body, token: own.token.access_token })
    )
    const ask = (): Promise<Response> =>
      studio.call('/aichat/conversations', {
        json: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=5]' },
        token
      })
    expect((await frames(await ask())).done).toBe(true)
    const { db } = studio.context.database
    await db
      .updateTable('application')
      .set({ expired_at: studio.context.clock.now() })
      .where('id', '=', plan.id)
      .execute()
    const before = await remaining(own, plan.id)
    expect(await refusal(ask())).toEqual([403, 'used_up'])
    expect(await remaining(own, plan.id)).toBe(before)
  })
})
