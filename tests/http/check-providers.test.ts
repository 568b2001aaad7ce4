import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { checkProviders } from '#servers/operation/check-providers.ts'
import { freshStore } from '../support/database.ts'
import { startFalServer } from '../support/fal-server.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { OPENAI_MODELS } from '../support/openai-models.ts'
import { runCommand } from '../support/command.ts'

let vendor: OpenaiServer
beforeAll(async () => {
  vendor = await startOpenaiServer({ keys: { 'sk-wrong': 'unauthorized' } })
})
afterAll(() => vendor.close())

type Routes = Parameters<typeof checkProviders>[1]['chatModels']

async function check(
  accounts: Record<string, VendorAccount[]>,
  chatModels: Routes = {},
  fetch: typeof operatorFetch = operatorFetch
): Promise<{ ok: boolean; lines: string[] }> {
  const lines: string[] = []
  const keys = { vendors: () => Object.keys(accounts), of: (name: string) => accounts[name] ?? [] }
  const checking = {
    fetch,
    now: Date.parse('2026-11-23'),
    chatModels,
    mediaModels: {},
    mediaNamed: []
  }
  return { ok: await checkProviders(keys, checking, line => lines.push(line)), lines }
}
const at = (apiKey: string, baseURL = vendor.url): VendorAccount => ({ baseURL, apiKey })

test('the table says in words which keys work and which fail, and shows no key', async () => {
  vendor.models = [...OPENAI_MODELS]
  const { ok, lines } = await check({
    openai: [at('sk-good-1234'), at('sk-wrong')],
    ollama: [at('')],
    xai: [at('x', 'http://127.0.0.1:9/v1')]
  })
  expect(ok).toBe(false)
  expect(lines.map(line => line.split(/ {2,}/))).toEqual([
    ['provider', 'key', 'address', 'what came of it'],
    ['openai', '…1234', vendor.url, expect.stringMatching(/^answers, \d+ ms$/)],
    ['openai', '…rong', vendor.url, expect.stringMatching(/^FAILS: .*key.*\(401\)$/)],
    ['ollama', 'none', vendor.url, expect.stringMatching(/^answers, \d+ ms$/)],
    ['xai', '…x', 'http://127.0.0.1:9/v1', 'FAILS: the vendor cannot be reached']
  ])
  expect(lines.join('\n')).not.toMatch(/sk-/)
})

test('a working key and a vendor with every model pass', async () => {
  vendor.models = [...OPENAI_MODELS]
  expect((await check({ openai: [at('sk-good')] })).ok).toBe(true)
})

test('a model that the vendor does not list fails and is shown with the names that use it', async () => {
  vendor.models = OPENAI_MODELS.filter(model => model !== 'gpt-6-luna' && model !== 'gpt-5.5')
  const { ok, lines } = await check({ openai: [at('sk-good')] })
  expect(ok).toBe(false)
  expect(lines.slice(2)).toEqual([
    'openai does not have gpt-6-luna, asked for as gpt-5-mini, o1-mini, o4-mini, gpt-4o-mini',
    'openai does not have gpt-5.5'
  ])
})

test('the models that an operator routed are checked, and a model that ends soon is reported', async () => {
  vendor.models = ['gpt-5', 'llama3.2']
  const routes = {
    'gpt-5-all': [{ provider: 'ollama', model: 'gpt-5' }],
    o3: [
      { provider: 'ollama', model: 'llama3.2' },
      { provider: 'ollama', model: 'llama4' }
    ]
  }
  const { ok, lines } = await check({ ollama: [at('')] }, routes)
  expect(ok).toBe(false)
  expect(lines.slice(2)).toEqual([
    'ollama does not have llama4, asked for as o3',
    expect.stringMatching(/^ollama ends gpt-5 on 2026-12-10, asked for as gpt-6-sol, gpt-5-all, /)
  ])
})

test('a model that is listed but does not answer is named, and a busy one is not called gone', async () => {
  vendor.models = ['gpt-5', 'test/unknown_model', 'test/unavailable']
  const routes = {
    'office-llama': [{ provider: 'ollama', model: 'test/unknown_model' }],
    'home-llama': [{ provider: 'ollama', model: 'test/unavailable' }]
  }
  const { ok, lines } = await check({ ollama: [at('')] }, routes)
  expect(ok).toBe(false)
  expect(lines.slice(2)).toEqual([
    expect.stringMatching(
      /^ollama does not answer as test\/unknown_model, asked for as office-llama: .*\(404\)$/
    ),
    expect.stringMatching(/^ollama: test\/unavailable could not be tried: the vendor is busy/)
  ])
})

test('a vendor that lists no models is reported as unknown and does not fail', async () => {
  vendor.models = []
  const { ok, lines } = await check({ deepseek: [at('sk-good')] })
  expect([ok, lines.slice(2)]).toEqual([
    true,
    ['deepseek lists no models: whether it still has them is not known']
  ])
})

test.each([
  ['kling', 'kling-v3'],
  ['luma', 'ray-2'],
  ['minimax', 'MiniMax-H3'],
  ['runway', 'wan3']
])('%s has no list, so its tool models are named as not checked', async (name, model) => {
  const accepted = async (): Promise<Response> =>
    Response.json({ code: 0, base_resp: { status_code: 0 } })
  const { ok, lines } = await check({ [name]: [at('a:b')] }, {}, accepted)
  expect([ok, lines.length]).toEqual([true, 3])
  const [start, models = ''] = lines[2]?.split(': ') ?? []
  expect(start).toBe(`${name} has no list of models, so these models of tools were not checked`)
  expect(models.split(', ')).toContain(model)
})

test("endpoints of fal are looked up in fal's list and never called", async () => {
  const fal = await startFalServer()
  const account = { fal: [at('a-key', fal.url)] }
  const { ok: isComplete, lines: all } = await check(account)
  expect([isComplete, all.slice(2)]).toEqual([true, []])
  fal.gone.push('fal-ai/flux/dev', 'fal-ai/demucs')
  const { ok, lines } = await check(account)
  expect([ok, lines.slice(2)]).toEqual([
    false,
    [
      'fal does not have fal-ai/demucs, asked for as suno',
      'fal does not have fal-ai/flux/dev, asked for as flux'
    ]
  ])
  fal.next.push({ body: {} }, { body: {} })
  expect((await check(account)).lines.at(-1)).toContain('fal did not list its models')
  expect(fal.jobs).toEqual([])
  await fal.close()
})

test('the command also tries the models that an operator entered', async () => {
  vendor.models = [...OPENAI_MODELS, 'test/unknown_model']
  const store = await freshStore('sqlite')
  const environment = { OPENAI_API_KEY: 'sk-good', OPENAI_BASE_URL: vendor.url }
  const database = await openDatabase({ url: null, dataDir: store.dataDir })
  const route = { provider: 'openai', model: 'test/unknown_model' }
  const changes = JSON.stringify({ route, price: { input: 1, output: 1 } })
  await database.db
    .insertInto('chat_model')
    .values({ name: 'muse', changes, updated_at: 0 })
    .execute()
  await database.close()
  const { code, output } = await runCommand('check-providers', { ...store, environment })
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('openai does not answer as test/unknown_model, asked for as muse')
  ])
  await store.remove()
})

test('the command reads only the environment if the studio was never started', async () => {
  const store = await freshStore('sqlite')
  expect(await runCommand('check-providers', store)).toMatchObject({
    code: 1,
    output: expect.stringContaining('No provider has a key')
  })
  await store.remove()
})

test('the command exits with 1 when a model is missing', async () => {
  vendor.models = ['gpt-5']
  const store = await freshStore('sqlite')
  const environment = { OPENAI_API_KEY: 'sk-good', OPENAI_BASE_URL: vendor.url }
  const { code, output } = await runCommand('check-providers', { ...store, environment })
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(
      'openai does not have gpt-6-sol, asked for as gpt-5-all, gpt-5, gpt-4-all'
    )
  ])
  await store.remove()
})
