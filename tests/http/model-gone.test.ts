import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json } from '../support/studio.ts'

let [world, server] = [] as unknown as [KeysWorld, OpenaiServer]

beforeAll(async () => {
  server = await startOpenaiServer({ models: [] })
  world = await openKeysWorld({ OLLAMA_URL: server.url })
  await credit(world.studio.context.database.db, 'order', {
    applicationId: world.ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  })
})
afterAll(async () => {
  await world.close()
  await server.close()
})

const price = (each: number) => ({ input: each, output: each })
const MUSE = { route: { provider: 'ollama', model: 'muse-1' }, price: price(1000), group: 'llama' }
const NEXT = { route: { provider: 'ollama', model: 'muse-2' }, price: price(5000), group: 'llama' }

const write = (models: object): Promise<void> =>
  writeFile(join(world.studio.context.config.dataDir, 'models.json'), JSON.stringify(models))
const call = (body: object): Promise<Response> =>
  world.studio.call('/aichat/conversations', {
    json: { stateful: true, ...body },
    token: world.ada.credential.token,
    headers: { accept: 'application/json' }
  })
const told = (id: string): Promise<Conversation> => json(call({ action: 'retrieve', id }))
const listed = async (group: string): Promise<string[]> =>
  (
    await json<{ items: Conversation[] }>(call({ action: 'retrieve_batch', model_group: group }))
  ).items.map(({ id }) => id)

/**
 * Returns everything that a question could change or cost: ledger entries, runs, and vendor calls.
 */
async function spent(): Promise<unknown> {
  const { db } = world.studio.context.database
  const ledger = await db.selectFrom('ledger').select(['kind', 'amount']).execute()
  const runs = await db.selectFrom('run').select('id').execute()
  return [ledger, runs.length, server.requests.length]
}

/** Begins an answer, changes the models while it is written, and lets it end. */
async function during(body: object, models: object): Promise<Conversation> {
  const before = server.requests.length
  server.hold(2)
  const { id } = await json<{ id: string }>(call({ question: 'Hi', async: true, ...body }))
  await vi.waitUntil(() => server.requests.length > before)
  await write(models)
  server.release()
  await vi.waitUntil(async () => (await told(id)).messages?.at(-1)?.state !== 'answering')
  return told(id)
}

test('an answer whose model is removed meanwhile ends as usual, at its own price', async () => {
  await write({ muse: MUSE })
  const { id, messages } = await during({ model: 'muse' }, {})
  expect(messages?.at(-1)).toMatchObject({
    state: 'finished',
    model: 'muse',
    price: (12 + 34) / 1000
  })

  const before = await spent()
  const refused = await call({ question: 'And then?', id })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    error: { issues: [{ field: 'model', code: 'model_gone' }] }
  })
  expect(await spent()).toEqual(before)
  expect((await told(id)).messages).toHaveLength(2)
})

test('a conversation whose model was removed stays in the first list until it gets another model', async () => {
  await write({ muse: MUSE, 'muse-next': NEXT })
  const { id } = await json<{ id: string }>(call({ question: 'Hi', model: 'muse' }))
  expect([(await listed('llama')).includes(id), (await listed('chatgpt')).includes(id)]).toEqual([
    true,
    false
  ])
  await write({ 'muse-next': NEXT })
  expect(await listed('llama')).not.toContain(id)
  expect(await listed('chatgpt')).toContain(id)
  await json(call({ question: 'And then?', id, model: 'muse-next' }))
  expect(await listed('llama')).toContain(id)
  expect(await listed('chatgpt')).not.toContain(id)
})

test('an answer whose model is retired meanwhile costs the old price, and the next one the new price', async () => {
  await write({ muse: MUSE, 'muse-next': NEXT })
  const retired = { muse: { ...MUSE, becomes: 'muse-next' }, 'muse-next': NEXT }
  const { id, messages } = await during({ model: 'muse' }, retired)
  expect(messages?.at(-1)).toMatchObject({ model: 'muse', price: (12 + 34) / 1000 })

  const before = await spent()
  const refused = await call({ question: 'And then?', id, model: 'muse', current: true })
  expect(await refused.json()).toMatchObject({
    error: { issues: [{ field: 'model', code: 'model_replaced' }] }
  })
  expect(await spent()).toEqual(before)

  await json(call({ question: 'And then?', id, model: 'muse-next', current: true }))
  expect((await told(id)).messages?.at(-1)).toMatchObject({
    model: 'muse-next',
    price: ((12 + 34) * 5) / 1000
  })
})

test('a renamed model keeps its conversation and its running answer', async () => {
  await write({ muse: MUSE })
  const { id, messages } = await during({ model: 'muse' }, { muse: { ...MUSE, label: 'Erato' } })
  expect(messages?.at(-1)).toMatchObject({ state: 'finished', model: 'muse' })
  await json(call({ question: 'And then?', id, current: true }))
  expect((await told(id)).messages).toHaveLength(4)
})
