import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolMargins } from '#contract/tool-margin.ts'
import type { Service } from '#contract/service.ts'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { openGuestWorld } from '../support/guest-world.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { BASE, json, person } from '../support/studio.ts'

const DRAW = '/flux/images'
const FOX = { prompt: 'A fox' }

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld()
})
afterAll(() => world.close())

const change = (body: object, { id = 'flux', who = world.ada } = {}): Promise<Response> =>
  world.studio.call(`/api/v1/services/${id}`, {
    method: 'PUT',
    json: body,
    token: who.token.access_token
  })
const changed = (body: object): Promise<Service> => json(change(body))
const flux = (): Promise<Service> => json(world.studio.call('/api/v1/services/flux'))
/** Returns the levels as all readers of the site get them. */
async function levels(): Promise<unknown> {
  const { items } = await json<{ items: Site[] }>(
    world.studio.call(`/api/v1/sites/?${new URLSearchParams({ origin: BASE })}`)
  )
  return items[0]?.price_percents
}
async function refusal(answer: Promise<Response>): Promise<unknown[]> {
  const { status } = await answer
  const { error } = (await (await answer).json()) as ProblemBody
  return [status, ...(error.issues ?? []).map(({ field, code }) => `${field} ${code}`)]
}
const margins = (query = ''): Promise<ToolMargins> =>
  json(
    world.studio.call(`/api/v1/operation/services/flux/margins?${query}`, {
      token: world.ada.token.access_token
    })
  )
async function spent(run: () => Promise<unknown>): Promise<number> {
  const before = await world.left()
  await run()
  return Number((before - (await world.left())).toFixed(6))
}

test('a level changes all prices of a tool: those shown, held and charged', async () => {
  const usual = await flux()
  const shown = await changed({ price_percent: 150 })
  expect([usual.price_percent, shown.price_percent]).toEqual([null, 150])
  expect(await levels()).toEqual({ flux: 150 })
  const creditsOf = ({ price }: Service): number[] =>
    price.flatMap(each => ('credits' in each ? [each.credits] : []))
  expect(creditsOf(shown)).toEqual(creditsOf(usual).map(each => Math.round(each * 1.5e6) / 1e6))
  const estimates = ({ metadata }: Service) => metadata['price'] as { consumption: number }[]
  expect(estimates(shown)[0]?.consumption).toBeCloseTo(
    (estimates(usual)[0]?.consumption ?? 0) * 1.5
  )
  expect(await spent(() => world.result(DRAW, { ...FOX, max_price: 0.6 }))).toBe(0.6)
  expect(await spent(() => world.result(DRAW, { ...FOX, model: 'flux-schnell' }))).toBe(0.075)
  // Other tools keep their prices.
  expect(await spent(() => world.result('/nano-banana/images', FOX))).toBe(1.3)
  const images = {
    token: world.ada.credential.token,
    json: { model: 'flux-dev', prompt: 'A fox' }
  }
  expect(await spent(() => json(world.studio.call('/v1/images/generations', images)))).toBe(0.6)
})

test('a run at the earlier price is refused with the new one, and earlier runs keep theirs', async () => {
  await changed({ price_percent: null })
  const { task_id } = await world.result(DRAW, FOX)
  await changed({ price_percent: 200 })
  const stale = world.post(DRAW, { ...FOX, max_price: 0.4 })
  const { error } = (await (await stale).json()) as ProblemBody
  expect(error.issues).toMatchObject([{ code: 'price_changed', price: 0.8 }])
  expect((await world.receipt(task_id)).deducted_amount).toBe(0.4)
  expect(await spent(() => world.result(DRAW, { ...FOX, max_price: 0.8 }))).toBe(0.8)
})

test('a replaced model costs what its successor does at this level', async () => {
  await changed({ price_percent: 110, retired_models: { 'flux-pro': 'flux-2-pro' } })
  const { warnings } = await world.result(DRAW, { ...FOX, model: 'flux-pro' })
  expect(warnings).toEqual([expect.stringContaining('this costs 0.55 credits.')])
  await changed({ retired_models: null })
  expect((await flux()).price_percent).toBe(110)
})

test('it stays when the service is sent back, and null restores the catalogue', async () => {
  await changed({ price_percent: 120 })
  expect((await changed(await flux())).price_percent).toBe(120)
  expect((await changed({ price_percent: null })).price_percent).toBeNull()
  expect(await levels()).toEqual({})
  expect(await spent(() => world.result(DRAW, FOX))).toBe(0.4)
})

describe('a wrong level', () => {
  test.each([
    [9, 'too_small'],
    [1001, 'too_large'],
    ['120', 'wrong_type'],
    [true, 'wrong_type']
  ])('%j is refused as %s, and nothing changes', async (price_percent, code) => {
    expect(await refusal(change({ price_percent }))).toEqual([400, `price_percent ${code}`])
    expect((await flux()).price_percent).toBeNull()
  })

  test('with a fraction is refused at its field', async () => {
    expect((await refusal(change({ price_percent: 99.5 })))[1]).toMatch(/^price_percent /)
  })

  test('is refused for the chat, whose models have prices of their own', async () => {
    const answer = change({ price_percent: 120 }, { id: 'chat' })
    expect(await refusal(answer)).toEqual([400, 'price_percent not_allowed'])
  })
})

test('nobody but operators changes prices or sees margins', async () => {
  const eve = await person(world.studio)
  expect((await change({ price_percent: 120 }, { who: eve })).status).toBe(403)
  const path = '/api/v1/operation/services/flux/margins'
  const { status } = await world.studio.call(path, { token: eve.token.access_token })
  expect(status).toBe(403)
})

describe('prices below the list prices of the providers', () => {
  test('are refused unless the operator confirms them', async () => {
    const answer = change({ price_percent: 80, title: 'Cheap' })
    expect(await refusal(answer)).toEqual([400, 'price_percent below_cost'])
    expect(await flux()).toMatchObject({ price_percent: null, title: 'Flux' })
    expect((await changed({ price_percent: 80, below_cost: true })).price_percent).toBe(80)
    // A confirmed level needs no further confirmation until it changes.
    expect((await changed({ ...(await flux()), tags: ['image'] })).price_percent).toBe(80)
    expect(await refusal(change({ price_percent: 85 }))).toEqual([400, 'price_percent below_cost'])
    await changed({ price_percent: null, tags: null })
  })

  test('are shown with what they leave, for each model', async () => {
    const usual = await margins()
    expect(usual).toMatchObject({ price_percent: 100, below_cost: false })
    const schnell = usual.items.find(({ model }) => model === 'flux-schnell')
    expect(schnell).toMatchObject({ action: 'images', credits: 0.05, cost: 0.003 })
    const low = await margins('price_percent=80')
    expect(low).toMatchObject({ price_percent: 80, below_cost: true, count: usual.count })
    expect(
      low.items.every(({ margin }, at) => (margin ?? 1) < (usual.items[at]?.margin ?? 0))
    ).toBe(true)
    const answer = world.studio.call('/api/v1/operation/services/flux/margins?price_percent=5', {
      token: world.ada.token.access_token
    })
    expect(await refusal(answer)).toEqual([400, 'price_percent too_small'])
  })

  test('are accepted where no credits are sold, since nobody knows the worth of a credit', async () => {
    const { db } = world.studio.context.database
    await db.updateTable('package').set({ active: 0 }).execute()
    expect((await margins('price_percent=10')).items[0]?.margin).toBeNull()
    expect((await changed({ price_percent: 10 })).price_percent).toBe(10)
    await db.updateTable('package').set({ active: 1 }).execute()
    await changed({ price_percent: null })
  })
})

test('a guest tries a tool at any level of prices', async () => {
  const { studio, guest } = await openGuestWorld({}, { tasks: { tick: 20 } })
  const changes = JSON.stringify({ price_percent: 300 })
  const { id } = await json<Service>(studio.call('/api/v1/services/flux'))
  await studio.context.database.db
    .insertInto('service_change')
    .values({ service_id: id, changes, updated_at: 1 })
    .execute()
  studio.context.terms.forget()
  const { token } = await guest()
  expect((await studio.call(DRAW, { json: { ...FOX, async: true }, token })).status).toBe(200)
  await studio.close()
})
