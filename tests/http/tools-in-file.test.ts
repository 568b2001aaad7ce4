import { writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatedModels } from '#contract/chat-model.ts'
import type { Service } from '#contract/service.ts'
import type { Site } from '#contract/site.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { BASE, json } from '../support/studio.ts'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld()
})
afterAll(() => world.close())

const path = (): string => join(world.studio.context.config.dataDir, 'models.json')
/** Writes the file. All processes notice it within a second. */
async function write(file: unknown): Promise<void> {
  await writeFile(path(), typeof file === 'string' ? file : JSON.stringify(file, null, 1))
  world.studio.context.clock.advance(1000)
}
beforeEach(async () => {
  await rm(path(), { force: true })
  world.studio.context.clock.advance(1000)
})

const call = <T>(address: string, body?: object): Promise<T> =>
  json(
    world.studio.call(address, {
      token: world.ada.token.access_token,
      ...(body && { method: 'PUT', json: body })
    })
  )
const flux = (): Promise<Service> => call('/api/v1/services/flux')
const change = (body: object): Promise<Service> => call('/api/v1/services/flux', body)
async function site(): Promise<Pick<Site, 'price_percents' | 'retired_models'>> {
  const query = new URLSearchParams({ origin: BASE })
  const { items } = await call<{ items: Site[] }>(`/api/v1/sites/?${query}`)
  const { price_percents = {}, retired_models = {} } = items[0] ?? {}
  return { price_percents, retired_models }
}
async function priceOf(body: object = {}): Promise<number> {
  const before = await world.left()
  await world.result('/flux/images', { prompt: 'A fox', ...body })
  return Number((before - (await world.left())).toFixed(6))
}
const file = async (): Promise<OperatedModels['file']> =>
  (await call<OperatedModels>('/api/v1/operation/chat-models')).file

test('the file sets prices and replaces models of a tool, without a restart', async () => {
  const becomes = { becomes: 'flux-2-pro', until: '2026-01-31' }
  await write({ '/flux': { price_percent: 120, retired_models: { 'flux-pro': becomes } } })
  expect(await flux()).toMatchObject({
    price_percent: 120,
    retired_models: { 'flux-pro': becomes }
  })
  expect(await site()).toEqual({
    price_percents: { flux: 120 },
    retired_models: { flux: { 'flux-pro': becomes } }
  })
  expect([await priceOf(), await priceOf({ model: 'flux-pro' })]).toEqual([0.48, 0.6])
  await write({})
  expect(await site()).toEqual({ price_percents: {}, retired_models: {} })
  expect([await priceOf(), await priceOf({ model: 'flux-pro' })]).toEqual([0.4, 0.8])
})

test('the services page overrides the file, field by field', async () => {
  await write({ '/flux': { price_percent: 120, retired_models: { 'flux-pro': 'flux-2-pro' } } })
  await change({ price_percent: 100 })
  expect([await priceOf(), await priceOf({ model: 'flux-pro' })]).toEqual([0.4, 0.5])
  await change({ price_percent: null, retired_models: {} })
  expect([await priceOf(), await priceOf({ model: 'flux-pro' })]).toEqual([0.48, 0.96])
  await change({ retired_models: null })
  // A service that is sent back unchanged still follows the file.
  await change(await flux())
  await write({ '/flux': { price_percent: 130 } })
  expect(await flux()).toMatchObject({ price_percent: 130, retired_models: {} })
})

test('a mistake is named with its line, and the last good file stays in use', async () => {
  await write({ '/flux': { price_percent: 120 } })
  expect((await flux()).price_percent).toBe(120)
  await write('{\n  "/flux": {\n    "price_percent": 5\n  }\n}')
  expect((await file()).problems).toEqual([
    { line: 3, field: '/flux.price_percent', code: 'invalid' }
  ])
  expect((await flux()).price_percent).toBe(120)
})

test('prices below cost apply, and are named with their line until they are confirmed', async () => {
  await write({ '/kling': { price_percent: 120 }, '/flux': { price_percent: 60 } })
  expect((await file()).losses).toEqual([
    { line: 6, field: '/flux.price_percent', code: 'below_cost' }
  ])
  expect(await priceOf()).toBe(0.24)
  await write({ '/flux': { price_percent: 60, below_cost: true } })
  expect((await file()).losses).toEqual([])
})
