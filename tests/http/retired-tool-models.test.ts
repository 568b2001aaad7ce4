import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Images, OpenaiModel } from '#contract/openai.ts'
import type { Service } from '#contract/service.ts'
import type { Site } from '#contract/site.ts'
import { isoDay } from '#core/format-span.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { BASE, json, person } from '../support/studio.ts'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld()
})
afterAll(() => world.close())

const change = (body: object, who = world.ada): Promise<Response> =>
  world.studio.call('/api/v1/services/flux', {
    method: 'PUT',
    json: body,
    token: who.token.access_token
  })
const DAY = 86_400_000
const dayAfter = (days: number): string => isoDay(world.studio.context.clock.now() + days * DAY)
const flux = (): Promise<Service> => json(world.studio.call('/api/v1/services/flux'))
/** Returns the retired models as all readers of the site get them. */
async function daysOf(): Promise<unknown> {
  const { items } = await json<{ items: Site[] }>(
    world.studio.call(`/api/v1/sites/?${new URLSearchParams({ origin: BASE })}`)
  )
  return items[0]?.retired_models['flux']
}
const draw = (model?: string) => world.result('/flux/images', { prompt: 'A fox', model })
async function modelIds(): Promise<string[]> {
  const token = world.ada.credential.token
  const { data } = await json<{ data: { id: string }[] }>(
    world.studio.call('/v1/models', { token })
  )
  return data.map(({ id }) => id)
}

test('a model that an operator replaces answers by the other one, at its price', async () => {
  expect(await modelIds()).toContain('flux-pro')
  const changed = await json<Service>(change({ retired_models: { 'flux-pro': 'flux-2-pro' } }))
  const today = dayAfter(0)
  expect(changed.retired_models).toEqual({ 'flux-pro': { until: today, becomes: 'flux-2-pro' } })
  expect(await daysOf()).toEqual({ 'flux-pro': { until: today, becomes: 'flux-2-pro' } })
  const before = await world.left()
  const { warnings } = await draw('flux-pro')
  expect(warnings).toEqual([
    `model: flux-pro ended on ${today}. flux-2-pro is used in its place, and this costs 0.5 credits.`
  ])
  expect(before - (await world.left())).toBeCloseTo(0.5)
  expect(await modelIds()).not.toContain('flux-pro')
})

describe('in the form of OpenAI', () => {
  const generate = (model: string): Promise<Images> =>
    json(
      world.studio.call('/v1/images/generations', {
        token: world.ada.credential.token,
        json: { model, prompt: 'A fox' }
      })
    )
  const modelOf = (name: string): Promise<OpenaiModel> =>
    json(world.studio.call(`/v1/models/${name}`, { token: world.ada.credential.token }))

  test.each(['nano-banana-2', 'nano-banana'])(
    '%s, which the catalogue retired, is answered with a warning and found by its name',
    async name => {
      const { data, warnings } = await generate(name)
      expect(data).toHaveLength(1)
      expect(warnings).toEqual([
        expect.stringMatching(
          new RegExp(`^model: ${name} ended on .+\\. nano-banana-2\\.1 is used in its place`)
        )
      ])
      expect(await modelOf(name)).toMatchObject({
        id: name,
        becomes: 'nano-banana-2.1',
        owned_by: 'nanobanana'
      })
      expect(await modelIds()).not.toContain(name)
    }
  )

  test('a model that an operator replaced is answered with a warning, and found by its name', async () => {
    await json(change({ retired_models: { 'flux-pro': 'flux-2-pro' } }))
    expect((await generate('flux-pro')).warnings).toEqual([
      expect.stringMatching(/^model: flux-pro ended on .+\. flux-2-pro is used in its place/)
    ])
    expect(await modelOf('flux-pro')).toMatchObject({ id: 'flux-pro', becomes: 'flux-2-pro' })
  })

  test('a model that is offered has no warning and no successor', async () => {
    expect((await generate('flux-2-pro')).warnings).toBeUndefined()
    expect((await modelOf('flux-2-pro')).becomes).toBeUndefined()
  })
})

test('a default that is replaced is not used, and API clients see the price of the other', async () => {
  await json(change({ retired_models: { 'flux-dev': 'flux-3' } }))
  const before = await world.left()
  expect((await draw()).warnings).toBeUndefined()
  expect(before - (await world.left())).toBeCloseTo(0.8)
})

test('it keeps its day when the service is sent back, and null restores all models', async () => {
  await json(change({ retired_models: { 'flux-pro': 'flux-2-pro' } }))
  const days = { 'flux-pro': { until: '2026-01-02', becomes: 'flux-2-pro' } }
  await world.studio.context.database.db
    .updateTable('service_change')
    .set({ changes: JSON.stringify({ retired_models: days }) })
    .where('service_id', '=', (await flux()).id)
    .execute()
  await json(change(await flux()))
  await json(change({ retired_models: { 'flux-pro': 'flux-2-pro', 'flux-dev': 'flux-3' } }))
  expect(await daysOf()).toMatchObject(days)
  const restored = await json<Service>(change({ retired_models: null }))
  expect(restored.retired_models).toEqual({})
  expect((await draw('flux-pro')).warnings).toBeUndefined()
})

test('a planned day can be moved, or the model replaced at once', async () => {
  const to = (until: string | null) => ({ 'flux-dev': { until, becomes: 'flux-3' } })
  await json(change({ retired_models: to(dayAfter(9)) }))
  await json(change({ retired_models: to(dayAfter(20)) }))
  expect((await flux()).retired_models).toEqual(to(dayAfter(20)))
  await json(change({ retired_models: to(null) }))
  expect(await daysOf()).toEqual(to(dayAfter(0)))
  await json(change({ retired_models: null }))
})

test('a stored model without a day is replaced', async () => {
  const { id } = await json<Service>(change({ retired_models: { 'flux-pro': 'flux-2-pro' } }))
  const stored = { 'flux-pro': { becomes: 'flux-2-pro' } }
  await world.studio.context.database.db
    .updateTable('service_change')
    .set({ changes: JSON.stringify({ retired_models: stored }) })
    .where('service_id', '=', id)
    .execute()
  expect(await daysOf()).toEqual(stored)
  await json(change({ retired_models: null }))
})

test.each<Record<string, unknown>>([
  { nothing: 'flux-3' },
  { 'flux-dev': 'nothing' },
  { 'flux-dev': 'kling-v3' },
  { 'flux-dev': 'flux-dev' },
  { 'flux-kontext-pro': 'flux-dev' },
  { 'flux-dev': 'flux-pro', 'flux-pro': 'flux-3' },
  { 'flux-dev': 3 },
  { 'flux-dev': { becomes: 'flux-3', until: '2026-02-30' } },
  { 'flux-dev': '' }
])('%j is refused at its field, and nothing changes', async retired_models => {
  const answer = await change({ retired_models })
  const { error } = (await answer.json()) as { error: { issues: { field: string }[] } }
  const [first = ''] = Object.keys(retired_models)
  expect(answer.status).toBe(400)
  expect(error.issues[0]?.field.replace(/\.until$/, '')).toBe(`retired_models.${first}`)
  expect((await flux()).retired_models).toEqual({})
})

test('nobody but operators replaces a model', async () => {
  const eve = await person(world.studio)
  expect((await change({ retired_models: { 'flux-dev': 'flux-3' } }, eve)).status).toBe(403)
})

test('a model that ends on a planned day is offered until then', async () => {
  const planned = { 'flux-dev': { until: dayAfter(2), becomes: 'flux-3' } }
  const changed = await json<Service>(change({ retired_models: planned }))
  expect([changed.retired_models, await daysOf()]).toEqual([planned, undefined])
  await json(change(await flux()))
  expect((await draw('flux-dev')).warnings).toBeUndefined()
  expect(await modelIds()).toContain('flux-dev')
  const { clock } = world.studio.context
  clock.advance(2 * DAY)
  expect((await flux()).retired_models).toEqual(planned)
  expect(await daysOf()).toEqual(planned)
  const { warnings } = await draw('flux-dev')
  expect(warnings).toEqual([expect.stringContaining(`flux-dev ended on ${dayAfter(0)}`)])
  expect(await modelIds()).not.toContain('flux-dev')
})
