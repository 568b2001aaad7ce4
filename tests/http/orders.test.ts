import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import {
  ledgerFaults,
  orderFor,
  orderNow,
  packageOf,
  planOf,
  refusal,
  type List
} from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

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
const list = (query = '', who = ada): Promise<List<Order>> =>
  json(studio.call(`/api/v1/orders/?${query}`, { token: who.token.access_token }))
const remaining = async (who = ada, id = who.application.id): Promise<number> =>
  (await planOf(studio, who, id)).remaining_amount

describe('an order', () => {
  test('is created from the bodies of both kinds of clients, and only the package sets its price', async () => {
    const one = await json<Order>(
      post('/', {
        application_id: ada.application.id,
        amount: 99_999,
        package_id: small.id,
        price: 0,
        state: 'Finished',
        description: 'ten'
      })
    )
    expect(one).toMatchObject({
      state: 'Pending',
      price: 1.5,
      amount: 10,
      duration: 0,
      pay_way: '',
      pay_url: null,
      fund: 'sandbox'
    })
    expect(one).toMatchObject({
      application_ids: [ada.application.id],
      package_ids: [small.id],
      description: 'ten'
    })
    expect(one.application).toEqual({
      id: ada.application.id,
      type: 'Usage',
      scope: 'Global',
      service_id: null
    })
    expect(Date.parse(one.expires_at ?? '') - Date.parse(one.created_at)).toBe(DAY)
    const body = {
      application_id: '',
      application_ids: [ada.application.id],
      package_ids: [small.id, small.id],
      description: ''
    }
    const other = await json<Order>(post('/', body))
    expect(other).toMatchObject({
      price: 3,
      amount: 20,
      application_id: ada.application.id,
      package_id: small.id
    })
    expect(other.pay_ways).toEqual(['WechatPay', 'AliPay', 'Stripe'])
  })

  test.each<[string, () => object, unknown[]]>([
    ['nothing', () => ({}), [400, 'bad_request', 'application_id required']],
    [
      'no package',
      () => ({ application_id: ada.application.id, package_ids: [] }),
      [400, 'bad_request', 'package_id required']
    ],
    [
      'an unknown package',
      () => ({ application_id: ada.application.id, package_id: 'x' }),
      [400, 'bad_request', 'package_id not_allowed']
    ],
    [
      'a period for credits',
      () => ({ application_id: ada.application.id, package_id: week.id }),
      [400, 'bad_request', 'package_id not_allowed']
    ],
    [
      'a foreign plan',
      () => ({ application_id: eve.application.id, package_id: small.id }),
      [404, 'not_found']
    ],
    [
      'a foreign plan in a list',
      () => ({ application_ids: [eve.application.id], package_ids: [small.id] }),
      [404, 'not_found']
    ],
    [
      'two plans',
      () => ({ application_ids: [ada.application.id, 'x'], package_id: small.id }),
      [400, 'bad_request', 'application_ids too_many']
    ],
    [
      'too many packages',
      () => ({
        application_id: ada.application.id,
        package_ids: Array.from({ length: 11 }, () => small.id)
      }),
      [400, 'bad_request', 'package_ids too_many']
    ],
    [
      'a long note',
      () => ({
        application_id: ada.application.id,
        package_id: small.id,
        description: 'x'.repeat(1001)
      }),
      [400, 'bad_request', 'description too_long']
    ],
    [
      'invalid ids',
      () => ({ application_id: 7, package_ids: [{}] }),
      [400, 'bad_request', 'application_id wrong_type', 'package_ids.0 wrong_type']
    ]
  ])('for %s is refused', async (_, body, expected) => {
    const before = (await list()).count
    expect(await refusal(post('/', body()))).toEqual(expected)
    expect((await list()).count).toBe(before)
  })

  test('is created once for one idempotency key', async () => {
    const body = { application_id: ada.application.id, package_id: small.id }
    const first = await json<Order>(post('/', body, ada, { 'idempotency-key': 'one' }))
    expect(await json(post('/', body, ada, { 'idempotency-key': 'one' }))).toEqual(first)
  })

  test('is listed with filters, gets notes, and is cancelled while it is unpaid', async () => {
    const own = await person(studio)
    const [first, second] = [
      await orderFor(studio, own, small.id),
      await orderFor(studio, own, (await packageOf(studio, 50)).id)
    ]
    expect(
      (await list(`ordering=-price&limit=1&user_id=${own.token.access_token.slice(0, 9)}&x=1`, own))
        .items
    ).toMatchObject([{ id: second.id }])
    expect((await list('ordering=price&limit=1&offset=1', own)).items).toMatchObject([
      { id: second.id }
    ])
    expect((await list(`state=pending&application_id=${own.application.id}`, own)).count).toBe(2)
    expect((await list('state=Finished', own)).count).toBe(0)
    expect(
      await refusal(studio.call('/api/v1/orders/?state=Lost', { token: own.token.access_token }))
    ).toEqual([400, 'bad_request', 'state not_allowed'])
    const call = (method: string, body?: unknown): Promise<Response> =>
      studio.call(`/api/v1/orders/${first.id}/`, {
        method,
        json: body,
        token: own.token.access_token
      })
    expect(await json(call('PUT', { description: 'For us', price: 0 }))).toMatchObject({
      description: 'For us',
      price: 1.5
    })
    expect((await call('DELETE')).status).toBe(204)
    expect((await call('GET')).status).toBe(404)
  })
})

describe('a free package', () => {
  test('is credited at once and once per user, however often they ask at the same time', async () => {
    const free = await json<Package>(
      studio.call('/api/v1/packages/', {
        json: { type: 'Usage', amount: 4, price: 0 },
        token: operator.token.access_token
      })
    )
    const own = await person(studio)
    const body = { application_id: own.application.id, package_id: free.id }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/', body, own)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409)
    ])
    expect(await remaining(own)).toBe(4)
    for (const package_ids of [
      [free.id, free.id],
      [small.id, free.id]
    ])
      expect(
        await refusal(post('/', { application_ids: [own.application.id], package_ids }, own))
      ).toEqual([400, 'bad_request', 'package_ids too_many'])
    expect((await list('', own)).items).toMatchObject([
      { state: 'Finished', price: 0, pay_ways: [] }
    ])
  })

  test('needs no payment method when an operator made it a gift', async () => {
    const order = await orderFor(studio, ada, small.id)
    const before = await remaining()
    await json(post(`/${order.id}/update-price/`, { price: 0 }, operator))
    expect(await json(post(`/${order.id}/pay/`, {}))).toMatchObject({
      state: 'Finished',
      pay_way: ''
    })
    expect(await remaining()).toBe(before + 10)
  })
})

describe('another user', () => {
  test('cannot see or finish an order of the first user', async () => {
    const order = await orderFor(studio, ada, small.id)
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/refresh/'],
      ['POST', '/pay/']
    ] as const) {
      const call = studio.call(`/api/v1/orders/${order.id}${path}`, {
        method,
        ...(method === 'PUT' && { json: { description: '' } }),
        token: eve.token.access_token
      })
      expect(await refusal(call)).toEqual([404, 'not_found'])
    }
    for (const [path, body] of [
      ['update-price', { price: 0 }],
      ['finish', undefined]
    ] as const) {
      expect(await refusal(post(`/${order.id}/${path}`, body, ada))).toEqual([403, 'forbidden'])
      expect(await refusal(post(`/nobody/${path}`, body, ada))).toEqual([403, 'forbidden'])
      expect(await refusal(post(`/nobody/${path}`, body, operator))).toEqual([404, 'not_found'])
    }
    expect(await orderNow(studio, ada, order)).toMatchObject({ state: 'Pending', price: 1.5 })
  })
})

test('the price contains the site’s margin, rounded up to a cent, and an order keeps its price', async () => {
  const own = await openStudio()
  const buyer = await person(own)
  const before = await orderFor(own, buyer, small.id)
  await own.context.database.db.updateTable('site').set({ margin: 123 }).execute()
  own.context.terms.forget()
  expect((await orderFor(own, buyer, small.id)).price).toBe(1.69)
  expect((await orderNow(own, buyer, before)).price).toBe(1.5)
  await own.close()
})
