import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OperatedModels } from '#contract/chat-model.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json } from '../support/studio.ts'

let [world, server, second] = [] as unknown as [KeysWorld, OpenaiServer, OpenaiServer]

beforeAll(async () => {
  server = await startOpenaiServer({ models: ['llama3.2:latest', 'vendor/odd name'] })
  second = await startOpenaiServer({ models: ['llama3.2:latest', 'gpt-4o'] })
  world = await openKeysWorld({
    OLLAMA_URL: server.url,
    OLLAMA_PRICE: '1000,2000',
    LLAMA_URL: second.url,
    LLAMA_PRICE: '3000,3000'
  })
  const money = {
    applicationId: world.ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  } as const
  await credit(world.studio.context.database.db, 'order', money)
})
afterAll(async () => {
  await world.close()
  await server.close()
  await second.close()
})

const price = (input: number, output: number) => ({ input, output })
const route = (model: string) => ({ provider: 'ollama', model })
const path = (): string => join(world.studio.context.config.dataDir, 'models.json')
const write = (models: unknown): Promise<void> =>
  writeFile(path(), typeof models === 'string' ? models : JSON.stringify(models))
const ask = (body: object): Promise<Response> =>
  world.studio.call('/aichat/conversations', {
    json: { question: 'Hi', stateful: true, ...body },
    token: world.ada.credential.token,
    headers: { accept: 'application/json' }
  })
const told = (id: string) =>
  json<{ messages: { model?: string }[] }>(ask({ action: 'retrieve', id }))
const listed = async (): Promise<{ name: string; group: string }[]> =>
  (await json<{ items: { name: string; group: string }[] }>(world.studio.call('/aichat/models')))
    .items
const operated = (): Promise<OperatedModels> => json(world.call('operation/chat-models', 'GET'))

test('a model is added, retired, renamed and ended while a conversation runs', async () => {
  await write({ muse: { route: route('muse-1'), price: price(1000, 1000), group: 'llama' } })
  expect(await listed()).toContainEqual(expect.objectContaining({ name: 'muse', group: 'llama' }))
  const { id } = await json<{ id: string }>(ask({ model: 'muse' }))
  expect(server.requests.at(-1)?.body.model).toBe('muse-1')

  const next = { route: route('muse-2'), price: price(5000, 5000), group: 'llama' }
  await write({ muse: { becomes: 'muse-next' }, 'muse-next': next })
  const answer = await world.ask(world.ada, { id, model: undefined, stateful: true })
  expect(server.requests.at(-1)?.body.model).toBe('muse-2')
  expect(answer.price).toBe((12 * 5 + 34 * 5) / 1000)
  expect((await told(id)).messages.at(-1)?.model).toBe('muse-next')
  expect((await listed()).find(({ name }) => name === 'muse')).toMatchObject({
    becomes: 'muse-next',
    price: { input: 5, output: 5 }
  })

  await write({
    muse: { becomes: 'muse-next' },
    'muse-next': { ...next, label: 'Muse the Second' }
  })
  expect((await listed()).find(({ name }) => name === 'muse-next')).toMatchObject({
    label: 'Muse the Second'
  })

  await write({
    muse: { becomes: 'muse-next' },
    'muse-next': { ...next, until: '2001-01-01' }
  })
  const { db } = world.studio.context.database
  const state = () => db.selectFrom('fund').selectAll().execute()
  const before = [server.requests.length, await state()]
  const refused = await ask({ id })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('no model replaces it')
  expect([server.requests.length, await state()]).toEqual(before)
})

test('an invalid models file is reported, and the last valid one stays in use until it is corrected', async () => {
  await write({ muse: { route: route('muse-1'), price: price(0, 0) } })
  await listed()
  await write('{\n  "muse": {\n    "price": "free"\n  }\n}')
  expect((await operated()).file).toEqual({
    path: path(),
    problems: [{ line: 3, field: 'muse.price', code: 'invalid' }],
    losses: []
  })
  expect((await listed()).map(({ name }) => name)).toContain('muse')
  await rm(path())
  expect((await operated()).file.problems).toEqual([])
  expect((await listed()).map(({ name }) => name)).not.toContain('muse')
})

test('a price below cost is named with its line, and applies until the operator raises it', async () => {
  const cost = { input: 2, output: 10 }
  const model = { route: route('muse-1'), price: { input: 1, output: 1 }, cost }
  await write(JSON.stringify({ muse: model, calliope: { ...model, below_cost: true } }, null, 1))
  const { file } = await operated()
  expect(file).toMatchObject({
    problems: [],
    losses: [{ line: 7, field: 'muse.price', code: 'below_cost' }]
  })
  expect((await listed()).find(({ name }) => name === 'muse')).toMatchObject({
    price: { input: 0.001, output: 0.001 }
  })
  await write({ muse: { ...model, price: { input: 100, output: 500 } } })
  expect((await operated()).file.losses).toEqual([])
})

test('the models of a model server are listed, and so are models that it gets later', async () => {
  expect(await listed()).toContainEqual(
    expect.objectContaining({ name: 'llama3.2:latest', group: 'ollama' })
  )
  expect((await world.ask(world.ada, { model: 'llama3.2:latest' })).price).toBe(
    (12 * 1 + 34 * 2) / 1000
  )
  server.models.push('qwen3')
  world.studio.context.clock.advance(61_000)
  await vi.waitUntil(async () => (await listed()).some(({ name }) => name === 'qwen3'))
  const { data } = await json<{ data: { id: string }[] }>(
    world.studio.call('/v1/models', { token: world.ada.credential.token })
  )
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['llama3.2:latest', 'qwen3']))
})

test('of two servers with a model of one name, each answers at its own price', async () => {
  const groups = Object.fromEntries((await listed()).map(({ name, group }) => [name, group]))
  expect(groups).toMatchObject({
    'llama3.2:latest': 'ollama',
    'llama:llama3.2:latest': 'llama',
    'llama:gpt-4o': 'llama'
  })
  const before = second.requests.length
  expect((await world.ask(world.ada, { model: 'llama3.2:latest' })).price).toBe(
    (12 * 1 + 34 * 2) / 1000
  )
  expect(second.requests).toHaveLength(before)
  expect((await world.ask(world.ada, { model: 'llama:llama3.2:latest' })).price).toBe(
    ((12 + 34) * 3) / 1000
  )
  expect(second.requests.at(-1)?.body.model).toBe('llama3.2:latest')
})
