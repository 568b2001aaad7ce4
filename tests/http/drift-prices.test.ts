import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Drift } from '#contract/drift.ts'
import { checkDrift } from '#servers/drift/check-drift.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { startListServer, type ListServer } from '../support/list-server.ts'
import { OPENAI_MODELS } from '../support/openai-models.ts'
import { json } from '../support/studio.ts'

let [world, list] = [] as unknown as [KeysWorld, ListServer]
beforeAll(async () => {
  list = await startListServer()
  world = await openKeysWorld({ OPENAI_API_KEY: 'sk-a', MODEL_PRICES: list.url })
  world.vendor.models = [...OPENAI_MODELS]
})
afterAll(async () => {
  await world.close()
  await list.close()
})

const cost = (input: unknown, output: unknown, more: object = {}): object => ({
  cost: { input, output, cache_read: 0.1, ...more }
})
const listOf = (models: object): string => JSON.stringify({ openai: { id: 'openai', models } })

async function check(models: object | string): Promise<Drift['items']> {
  list.text = typeof models === 'string' ? models : listOf(models)
  await checkDrift(world.studio.context, 0)
  return (await json<Drift>(world.call('operation/drift', 'GET'))).items
}
type Price = { input: number; output: number }
const charged = async (name: string): Promise<Price | undefined> =>
  (
    await json<{ items: { name: string; price: Price }[] }>(world.studio.call('/aichat/models'))
  ).items.find(each => each.name === name)?.price
const change = (name: string, body: object): Promise<Response> =>
  world.call(`operation/chat-models/${name}`, 'PUT', body)

test('the same price is no difference, even if the list has another one for long prompts', async () => {
  const long = { context_over_200k: { input: 4, output: 15 } }
  expect(await check({ 'gpt-6-sol': cost(2, 10, long), 'gpt-5.5': cost(5, 30) })).toEqual([])
  const tiers = [{ input: 2.5, output: 15, tier: { type: 'context', size: 200_000 } }]
  expect(await check({ 'gpt-5.4': cost(1, 6, { tiers }), unused: cost('?', null) })).toEqual([])
})

test('a new price is proposed with its margin, and is charged once an operator accepts it', async () => {
  const [found, ...more] = await check({ 'gpt-6-sol': cost(3, 12), 'gpt-5.5': cost(5, 30) })
  expect(more).toEqual([])
  expect(found).toMatchObject({ kind: 'price', vendor: 'openai', names: ['gpt-6-sol'] })
  // One dollar of cost sells for sixteen credits, and a credit is worth 85 / 1300 dollars.
  expect(found?.proposal).toEqual({
    cost: { input: 2, output: 10 },
    listed: { input: 3, output: 12 },
    price: { input: 32, output: 160 },
    proposed: { input: 48, output: 192 },
    margin: 0.044,
    below_cost: false
  })
  expect(await charged('gpt-6-sol')).toEqual({ input: 0.032, output: 0.16 })
  await json(
    change('gpt-6-sol', { price: found?.proposal?.proposed, cost: found?.proposal?.listed })
  )
  expect(await charged('gpt-6-sol')).toEqual({ input: 0.048, output: 0.192 })
  expect((await json<Drift>(world.call('operation/drift', 'GET'))).items).toEqual([])
  const audit = await json<{ items: { path: string; changes: string }[] }>(
    world.call('operation/audit', 'GET')
  )
  expect(JSON.stringify(audit.items[0])).toContain('192')
  expect(await check({ 'gpt-6-sol': cost(3, 12) })).toEqual([])
})

test('a price below the cost is refused until the operator confirms it', async () => {
  const price = { input: 1, output: 1000 }
  const refused = await change('gpt-5.4-mini', { price })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: { issues: [{ field: 'price', code: 'below_cost' }] } }
  ])
  expect(await charged('gpt-5.4-mini')).not.toEqual({ input: 0.001, output: 1 })
  await json(change('gpt-5.4-mini', { price, below_cost: true }))
  // Saving the same form again, or other fields, needs no second confirmation.
  await json(change('gpt-5.4-mini', { price, label: 'Cheap' }))
  const own = {
    route: { provider: 'openai', model: 'gpt-6-sol' },
    price,
    cost: { input: 2, output: 10 }
  }
  const added = (body: object): Promise<Response> =>
    world.call('operation/chat-models', 'POST', { name: 'own', ...own, ...body })
  expect((await added({})).status).toBe(400)
  expect((await added({ below_cost: true })).status).toBe(200)
  const [found] = await check({ 'gpt-5.4-mini': cost(3, 4.5) })
  expect(found?.proposal).toMatchObject({ proposed: { input: 4 }, below_cost: true })
  expect(found?.proposal?.margin).toBeLessThan(0)
})

test.each([
  ['no JSON', '<!doctype html><title>Sign in</title>', 'unreadable'],
  ['a list', '[1, 2]', 'unreadable'],
  ['another form', '{"gpt-6-sol": {"input_cost_per_token": 2e-6}}', 'unreadable'],
  ['too many bytes', `"${'x'.repeat(8 * 1024 * 1024)}"`, 'too_large']
])('a price list that is %s changes nothing and is named', async (_, text, reason) => {
  const before = await charged('gpt-6-sol')
  const found = await check(text)
  expect(found.filter(({ kind }) => kind === 'unread')).toMatchObject([{ vendor: '', reason }])
  expect(await charged('gpt-6-sol')).toEqual(before)
})

test('a server without a list, or that breaks off, changes nothing and is named', async () => {
  const away = expect.objectContaining({ vendor: '', reason: 'unreachable' })
  list.status = 500
  expect(await check('{}')).toContainEqual(away)
  list.status = 200
  list.text = null
  await checkDrift(world.studio.context, 0)
  expect((await json<Drift>(world.call('operation/drift', 'GET'))).items).toContainEqual(away)
})

test('a list in a file counts like one at an address', async () => {
  const { config } = world.studio.context
  const file = join(config.dataDir, 'prices.json')
  await writeFile(file, listOf({ 'gpt-5.4': cost(5, 30) }))
  const read = async (modelPrices: string): Promise<Drift['items']> => {
    await checkDrift({ ...world.studio.context, config: { ...config, modelPrices } }, 0)
    return (await json<Drift>(world.call('operation/drift', 'GET'))).items
  }
  expect(await read(file)).toContainEqual(
    expect.objectContaining({ kind: 'price', model: 'gpt-5.4' })
  )
  for (const place of [join(config.dataDir, 'missing.json'), config.dataDir])
    expect(await read(place)).toContainEqual(expect.objectContaining({ reason: 'unreachable' }))
})

test.each([
  ['negative', cost(-1, 12)],
  ['text', cost('3', 12)],
  ['endless', JSON.parse('{"cost":{"input":1e999,"output":12}}') as object],
  ['missing', { cost: { output: 12 } }],
  ['null', { cost: null }],
  ['for one token', cost(0.000002, 0.00001)],
  ['zero', cost(0, 0)]
])('a price that is %s is named and proposes nothing', async (_, entry) => {
  const models = JSON.stringify({ openai: { models: { 'gpt-5.5': entry } } })
  const found = await check(models.replace('"input":null', '"input":1e999'))
  expect(found.filter(({ model }) => model === 'gpt-5.5')).toMatchObject([
    { kind: 'unread', vendor: 'openai', reason: 'invalid', proposal: null }
  ])
})
