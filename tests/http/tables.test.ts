import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { Order } from '#contract/order.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

type List<T> = { items: T[]; count: number }

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
let orders: Order[]
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ;[ada, eve] = [await person(studio), await person(studio)]
  orders = []
  for (const [index, { id }] of (ada.application.packages ?? [])
    .filter(({ type }) => type === 'Usage')
    .entries()) {
    const body = {
      application_id: ada.application.id,
      package_id: id,
      description: `Note ${index} 100%`
    }
    orders.push(
      await json<Order>(
        studio.call('/api/v1/orders', { json: body, token: ada.token.access_token })
      )
    )
  }
})
afterAll(() => studio.close())

const get = <T>(path: string, who = ada): Promise<T> =>
  json<T>(studio.call(`/api/v1/${path}`, { token: who.token.access_token }))
const ids = async (path: string, who = ada): Promise<string[]> =>
  (await get<List<{ id: string }>>(path, who)).items.map(({ id }) => id)

test('orders are found by the start of their id and by a part of their note, for their own user only', async () => {
  expect(orders.length).toBeGreaterThan(2)
  const [first, second] = orders
  expect(await ids(`orders?search=${first?.id.slice(0, 8)}`)).toEqual([first?.id])
  expect(await ids(`orders?search=${first?.id.slice(1, 9)}`)).toEqual([])
  expect(await ids('orders?search=nOTE%201')).toEqual([second?.id])
  expect(await ids(`orders?search=${encodeURIComponent('1 100%')}`)).toEqual([second?.id])
  expect(await ids(`orders?search=${encodeURIComponent('%')}`)).toHaveLength(orders.length)
  expect(await ids('orders?search=_')).toEqual([])
  expect(await ids(`orders?search=${first?.id.slice(0, 8)}`, eve)).toEqual([])
})

test('orders are sorted by their price, both ways, and filtered by their payment method', async () => {
  const byPrice = orders.toSorted((a, b) => a.price - b.price).map(({ price }) => price)
  const prices = async (ordering: string) =>
    (await get<List<Order>>(`orders?ordering=${ordering}`)).items.map(({ price }) => price)
  expect(await prices('price')).toEqual(byPrice)
  expect(await prices('-price')).toEqual(byPrice.toReversed())
  expect(await ids('orders?rail=code')).toEqual([])
  expect(
    (await studio.call('/api/v1/orders?rail=nothing', { token: ada.token.access_token })).status
  ).toBe(400)
})

test('keys are found and sorted by their names; plans are sorted by their usage', async () => {
  const { items } = await get<List<Application>>('applications?ordering=-used_amount')
  const application_id = items[0]?.id ?? ''
  for (const name of ['Zeta', 'alpha 50%', 'Beta']) {
    await json(
      studio.call('/api/v1/credentials', {
        json: { application_id, name },
        token: ada.token.access_token
      })
    )
  }
  const names = async (query: string) =>
    (
      await get<List<Credential>>(`credentials?kind=key&application_id=${application_id}&${query}`)
    ).items.map(({ name }) => name)
  expect(await names('search=ETA&ordering=-name')).toEqual(['Zeta', 'Beta'])
  expect(await names(`search=${encodeURIComponent('0%')}`)).toEqual(['alpha 50%'])
})

test('a run is found by the beginning of its trace id', async () => {
  const asked = studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'Hi' },
    token: ada.credential.token
  })
  await (await asked).text()
  const { items } = await get<List<{ id: string; trace_id: string }>>('usage/apis')
  const [run] = items
  expect(await ids(`usage/apis?search=${run?.trace_id.slice(0, 6)}`)).toContain(run?.id)
  expect(await ids('usage/apis?search=zzzzzz')).toEqual([])
})
