import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedModel } from '#contract/chat-model.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json, openStudio, person } from '../support/studio.ts'

type Model = {
  name: string
  label: string
  description: string
  group: string
  price: { input: number; output: number }
  own?: true
}
type Refused = { code: string; error: { issues?: { field: string; code: string }[] } }

let [world, ollama] = [] as unknown as [KeysWorld, OpenaiServer]
const callAsOperator = (method: string, name = '', body?: object): Promise<Response> =>
  world.call(`operation/chat-models${name && `/${name}`}`, method, body)
const listed = async (): Promise<Model[]> =>
  (await json<{ items: Model[] }>(world.studio.call('/aichat/models'))).items
const findModel = async (name: string): Promise<Model | undefined> =>
  (await listed()).find(each => each.name === name)
const refused = async (answer: Promise<Response>): Promise<unknown[]> => {
  const { status, body } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as Refused
  }))
  return [status, ...(body.error.issues ?? []).map(({ field, code }) => `${field} ${code}`)]
}

beforeAll(async () => {
  ollama = await startOpenaiServer()
  world = await openKeysWorld({
    CHAT_PROVIDERS: JSON.stringify({ ollama: { url: ollama.url } }),
    CHAT_MODELS: JSON.stringify({
      'office-llama': { provider: 'ollama', model: 'llama3.2' },
      'gpt-6-sol': { provider: 'ollama', model: 'sol' },
      'gpt-6-luna': { provider: 'ollama', model: 'luna' }
    })
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
  await ollama.close()
})

test('only operators list and change chat models', async () => {
  const eve = await person(world.studio)
  const call = (method: string, name = '', body?: object) =>
    world.call(`operation/chat-models${name}`, method, body, eve)
  const route = { provider: 'ollama', model: 'x' }
  for (const answer of [
    call('GET'),
    call('POST', '', { name: 'x', route }),
    call('PUT', '/gpt-6-sol', {}),
    call('DELETE', '/gpt-6-sol')
  ])
    expect((await answer).status).toBe(403)
})

test('a CHAT_MODELS name outside the catalogue is not listed until it has a price, which it then costs', async () => {
  expect(await findModel('office-llama')).toBeUndefined()
  expect((await world.ask(world.ada, { model: 'office-llama' })).code).toBe('bad_request')
  const own = await json<OperatedModel>(callAsOperator('GET', 'office-llama'))
  expect(own).toMatchObject({
    own: true,
    price: null,
    route: { provider: 'ollama', model: 'llama3.2' },
    by: ['ollama']
  })

  await json(
    callAsOperator('PUT', 'office-llama', {
      price: { input: 1000, output: 2000 },
      label: 'Office Llama'
    })
  )
  expect(await findModel('office-llama')).toMatchObject({
    label: 'Office Llama',
    price: { input: 1, output: 2 },
    own: true
  })
  const { price } = await world.ask(world.ada, { model: 'office-llama' })
  expect(ollama.requests.at(-1)?.body.model).toBe('llama3.2')
  // 12 prompt tokens and 34 completion tokens.
  expect(price).toBe((12 * 1 + 34 * 2) / 1000)
})

test('an operator’s own model is added with its description, price and abilities', async () => {
  const route = { provider: 'ollama', model: 'llama3.3' }
  await json(
    callAsOperator('POST', '', {
      name: 'my-llama',
      route,
      price: { input: 0, output: 0 },
      family: 'Llama',
      group: 'grok',
      description: 'Runs here'
    })
  )
  expect(await findModel('my-llama')).toMatchObject({
    group: 'grok',
    family: 'Llama',
    description: 'Runs here',
    is_tool_supported: false
  })
  expect((await world.ask(world.ada, { model: 'my-llama' })).price).toBe(0)
  const answer = await json<{ items: { model: string }[] }>(
    world.studio.call('/aichat/conversations', {
      json: { action: 'retrieve_batch', model_group: 'grok' },
      token: world.ada.credential.token
    })
  )
  expect(answer.items.map(({ model }) => model)).toEqual(['my-llama'])
  const tools = [{ type: 'function', function: { name: 'clock' } }]
  const body = { model: 'my-llama', messages: [{ role: 'user', content: 'Hi' }], tools }
  expect(
    (
      await world.studio.call('/v1/chat/completions', {
        json: body,
        token: world.ada.credential.token
      })
    ).status
  ).toBe(400)
})

test('a refusal names the wrong field', async () => {
  const route = { provider: 'ollama', model: 'x' }
  expect(await refused(callAsOperator('POST', '', { name: 'my-llama', route }))).toEqual([
    400,
    'name taken'
  ])
  expect(await refused(callAsOperator('POST', '', { name: 'gpt-6-sol', route }))).toEqual([
    400,
    'name taken'
  ])
  expect(await refused(callAsOperator('POST', '', { name: 'my model', route }))).toEqual([
    400,
    'name invalid'
  ])
  expect(
    await refused(
      callAsOperator('POST', '', { name: 'x', route: { provider: 'nobody', model: 'x' } })
    )
  ).toEqual([400, 'route.provider not_allowed'])
  expect(await refused(callAsOperator('PUT', 'gpt-6-sol', { group: 'grok' }))).toEqual([
    400,
    'group not_allowed'
  ])
  expect((await callAsOperator('PUT', 'nothing', { enabled: false })).status).toBe(404)
  expect(await refused(callAsOperator('DELETE', 'my-llama'))).toEqual([400, 'name in_use'])
})

test('successors and days that cannot be are refused at their fields, and nothing changes', async () => {
  const before = await listed()
  const route = { provider: 'ollama', model: 'x' }
  const change = (body: object, name = 'gpt-6-sol'): Promise<unknown> =>
    refused(callAsOperator('PUT', name, body))
  expect(await change({ becomes: 'gpt-6-sool' })).toEqual([400, 'becomes unknown'])
  expect(await change({ becomes: 'gpt-6-sool', until: '2027-01-01' })).toEqual([
    400,
    'becomes unknown'
  ])
  expect(await change({ becomes: 'gpt-6-sol' })).toEqual([400, 'becomes circle'])
  // The catalogue itself replaces gpt-5 by gpt-6-sol.
  expect(await change({ becomes: 'gpt-5' })).toEqual([400, 'becomes circle'])
  expect(await change({ until: '2001-01-01' })).toEqual([400, 'until invalid'])
  expect(await change({ since: '2027-01-02', until: '2027-01-01' })).toEqual([400, 'until invalid'])
  const added = { name: 'muse', route, becomes: 'nobody', since: '2027-01-02', until: '2027-01-01' }
  expect(await refused(callAsOperator('POST', '', added))).toEqual([
    400,
    'becomes unknown',
    'until invalid'
  ])
  await json(callAsOperator('PUT', 'gpt-6.1-sol', { until: '2027-01-01' }))
  await json(callAsOperator('PUT', 'gpt-6.1-sol', { since: '2027-01-10', until: null }))
  await json(callAsOperator('PUT', 'gpt-6.1-sol', { since: null }))
  await json(callAsOperator('PUT', 'gpt-6.1-sol', { becomes: 'gpt-6-sol', until: '2999-01-01' }))
  expect(await change({ becomes: 'gpt-6.1-sol' })).toEqual([400, 'becomes circle'])
  await callAsOperator('DELETE', 'gpt-6.1-sol')
  expect(await listed()).toEqual(before)
})

test('operators set label, order, description and price, also for the OpenAI API', async () => {
  await json(
    callAsOperator('PUT', 'gpt-6-luna', {
      position: 1,
      label: 'Luna',
      description: 'Our choice',
      price: { input: 10, output: 20 }
    })
  )
  const [first] = await listed()
  expect(first).toMatchObject({
    name: 'gpt-6-luna',
    label: 'Luna',
    description: 'Our choice',
    price: { input: 0.01, output: 0.02 }
  })
  const { data } = await json<{ data: { id: string; name?: string }[] }>(
    world.studio.call('/v1/models', { token: world.ada.credential.token })
  )
  expect(data[0]).toMatchObject({ id: 'gpt-6-luna', name: 'Luna', description: 'Our choice' })
  expect(await findModel('gpt-5-mini')).toMatchObject({
    becomes: 'gpt-6-luna',
    label: 'Luna',
    price: { input: 0.01, output: 0.02 }
  })
})

test('a hidden model is not listed but still answers a request that names it', async () => {
  await json(callAsOperator('PUT', 'gpt-6-sol', { enabled: false }))
  expect(await findModel('gpt-6-sol')).toBeUndefined()
  expect((await world.ask(world.ada, { model: 'gpt-6-sol' })).text).not.toBe('')
  await callAsOperator('DELETE', 'gpt-6-sol')
  expect(await findModel('gpt-6-sol')).toMatchObject({ label: 'GPT-6 Sol' })
})

test('saving a form without changes changes nothing', async () => {
  const shown = await json<OperatedModel>(callAsOperator('GET', 'gpt-6-sol'))
  await json(
    callAsOperator('PUT', 'gpt-6-sol', {
      label: shown.label,
      price: shown.price,
      position: shown.position,
      enabled: shown.enabled
    })
  )
  const row = await world.studio.context.database.db
    .selectFrom('chat_model')
    .select('changes')
    .where('name', '=', 'gpt-6-sol')
    .executeTakeFirst()
  expect(row?.changes).toBe('{}')
})

test('a conversation can continue with a model of another family and moves to its list', async () => {
  const studio = await openStudio()
  const ada = await person(studio)
  const call = (body: object): Promise<Response> =>
    studio.call('/aichat/conversations', { json: body, token: ada.credential.token })
  const ask = async (body: object) =>
    json<{ id: string }>(
      studio.call('/aichat/conversations', {
        json: { question: 'Hi [sandbox:tokens=5]', ...body },
        token: ada.credential.token,
        headers: { accept: 'application/json' }
      })
    )
  const { id } = await ask({ model: 'gpt-6-sol' })
  await ask({ id, model: 'grok-4.7' })
  const { messages } = await json<{ messages: unknown[] }>(call({ action: 'retrieve', id }))
  expect(messages).toHaveLength(4)
  const idsIn = async (model_group: string) =>
    (
      await json<{ items: { id: string }[] }>(call({ action: 'retrieve_batch', model_group }))
    ).items.map(each => each.id)
  expect([await idsIn('grok'), await idsIn('chatgpt')]).toEqual([[id], []])
  await studio.close()
})
