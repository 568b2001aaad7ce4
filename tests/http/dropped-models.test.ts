import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatedModel } from '#contract/chat-model.ts'
import type { Drift } from '#contract/drift.ts'
import type { OpenaiModel } from '#contract/openai.ts'
import { checkDrift } from '#servers/drift/check-drift.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { OPENAI_MODELS } from '../support/openai-models.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json } from '../support/studio.ts'

let world: KeysWorld
beforeAll(async () => {
  world = await openKeysWorld({ OPENAI_API_KEY: 'sk-a' })
  const money = {
    applicationId: world.ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  } as const
  await credit(world.studio.context.database.db, 'order', money)
})
afterAll(() => world.close())

/** Lets the vendor list other models, and runs the daily check. */
async function checkWith(models: readonly string[]): Promise<Drift> {
  world.vendor.models = [...models]
  world.studio.context.clock.advance(1000)
  await checkDrift(world.studio.context, 0)
  return json(world.call('operation/drift', 'GET'))
}
const without = (...gone: string[]): string[] => OPENAI_MODELS.filter(id => !gone.includes(id))
const get = (path: string): Promise<Response> =>
  world.studio.call(path, { token: world.ada.credential.token })
const v1Names = async (): Promise<string[]> =>
  (await json<{ data: OpenaiModel[] }>(get('/v1/models'))).data.map(({ id }) => id)
type Listed = { name: string; becomes?: string; price: { input: number; output: number } }
const listed = async (): Promise<Listed[]> =>
  (await json<{ items: Listed[] }>(get('/aichat/models'))).items
const change = (name: string, body: object): Promise<Response> =>
  world.call(`operation/chat-models/${name}`, 'PUT', body)
const lastAsked = (): unknown => world.vendor.requests.at(-1)?.body.model

/** Returns everything that a question could change or cost. */
async function spent(): Promise<unknown> {
  const { db } = world.studio.context.database
  const ledger = await db.selectFrom('ledger').select(['kind', 'amount']).execute()
  const funds = await db.selectFrom('fund').selectAll().execute()
  const runs = await db.selectFrom('run').select('id').execute()
  return [ledger, funds, runs.length, world.vendor.requests.length]
}

test('the fallback of a dropped model answers at the price that is shown, and the answer names it', async () => {
  // The list prices of both models are the same.
  await json(change('gpt-6.1-sol', { price: { input: 40, output: 200 } }))
  expect(await v1Names()).toContain('gpt-6-sol')
  const { items } = await checkWith(without('gpt-6-sol'))
  expect(items).toMatchObject([{ kind: 'gone', model: 'gpt-6-sol', successor: 'gpt-6.1-sol' }])

  expect(await v1Names()).not.toContain('gpt-6-sol')
  expect(await json(get('/v1/models/gpt-6-sol'))).toMatchObject({ becomes: 'gpt-6.1-sol' })
  const models = await listed()
  const price = { input: 0.04, output: 0.2 }
  // The catalogue itself replaces GPT-4o by GPT-6 Sol, so the fallback answers for both.
  for (const name of ['gpt-6-sol', 'gpt-4o-all']) {
    expect(models.find(each => each.name === name)).toMatchObject({ becomes: 'gpt-6.1-sol', price })
    const { price: paid } = await world.ask(world.ada, { model: name })
    expect(lastAsked()).toBe('gpt-6.1-sol')
    expect(paid).toBeCloseTo((price.input * 12 + price.output * 34) / 1000, 5)
  }
  const body = { model: 'gpt-4o-all', messages: [{ role: 'user', content: 'Hi' }] }
  const { token } = world.ada.credential
  expect(
    await json(world.studio.call('/v1/chat/completions', { json: body, token }))
  ).toMatchObject({ model: 'gpt-6.1-sol' })
})

test('a dropped model without a fallback is not listed and is refused before anything is held', async () => {
  await checkWith(without('gpt-6-luna'))
  expect(await v1Names()).not.toContain('gpt-6-luna')
  expect((await listed()).map(({ name }) => name)).not.toContain('gpt-6-luna')
  const before = await spent()
  const refused = await world.studio.call('/aichat/conversations', {
    json: { question: 'Hi', model: 'gpt-6-luna' },
    token: world.ada.credential.token
  })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    detail: 'no provider offers gpt-6-luna any more, and no model replaces it',
    error: { issues: [{ field: 'model', code: 'model_gone' }] }
  })
  expect(await spent()).toEqual(before)
})

test('an operator chooses a fallback for a dropped model, which then answers at once', async () => {
  const refused = await change('gpt-6-luna', { fallback: 'gpt-6-moon' })
  expect(await refused.json()).toMatchObject({
    error: { issues: [{ field: 'fallback', code: 'unknown' }] }
  })
  const itself = await change('gpt-6-luna', { fallback: 'gpt-6-luna' })
  expect(await itself.json()).toMatchObject({
    error: { issues: [{ field: 'fallback', code: 'circle' }] }
  })
  const changed = await json<OperatedModel>(change('gpt-6-luna', { fallback: 'gpt-5.5' }))
  expect(changed).toMatchObject({
    label: 'GPT-6 Luna',
    fallback: 'gpt-5.5',
    dropped: true,
    by: ['openai']
  })
  await world.ask(world.ada, { model: 'gpt-6-luna' })
  expect(lastAsked()).toBe('gpt-5.5')
})

test('a fallback that is dropped too leads to its own, and a listed model answers itself again', async () => {
  await checkWith(without('gpt-6-luna', 'gpt-5.5'))
  await world.ask(world.ada, { model: 'gpt-6-luna' })
  expect(lastAsked()).toBe('gpt-6-sol')
  const { items } = await checkWith(OPENAI_MODELS)
  expect(items).toEqual([])
  await world.ask(world.ada, { model: 'gpt-6-luna' })
  expect(lastAsked()).toBe('gpt-6-luna')
})

test('a list with none of the models is reported and replaces nothing', async () => {
  const { items } = await checkWith(['another-name'])
  expect(items.map(({ model }) => model)).toContain('gpt-6-luna')
  expect(await v1Names()).toContain('gpt-6-luna')
  await world.ask(world.ada, { model: 'gpt-6-luna' })
  expect(lastAsked()).toBe('gpt-6-luna')
})

describe('keys of one vendor at two addresses', () => {
  let second: OpenaiServer
  beforeAll(async () => {
    second = await startOpenaiServer({ models: [...OPENAI_MODELS] })
    const key = { vendor: 'openai', key: 'sk-second', base_url: second.url }
    await json(world.call('provider-keys', 'POST', key))
  })
  afterAll(() => second.close())

  test('a model is dropped when no address lists it', async () => {
    expect((await checkWith(without('gpt-5.5'))).items).toEqual([])
    second.models = without('gpt-5.5')
    expect((await checkWith(without('gpt-5.5'))).items).toMatchObject([{ model: 'gpt-5.5' }])
    second.models = [...OPENAI_MODELS]
    expect((await checkWith(without('gpt-5.5'))).items).toEqual([])
  })

  test('an address without a readable list may have every model', async () => {
    second.models = []
    expect((await checkWith(without('gpt-5.5'))).items).toMatchObject([
      { kind: 'unread', vendor: 'openai' }
    ])
  })

  test('tools are called at the own address of the vendor alone', async () => {
    second.models = without('gpt-image-2.5-flare')
    expect((await checkWith(OPENAI_MODELS)).items).toEqual([])
    second.models = [...OPENAI_MODELS]
    expect((await checkWith(without('gpt-image-2.5-flare'))).items).toMatchObject([
      { model: 'gpt-image-2.5-flare', names: ['gptimage'] }
    ])
  })
})
