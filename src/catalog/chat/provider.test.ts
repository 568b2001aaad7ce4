import { describe, expect, test } from 'vitest'
import {
  idleGroups,
  protocolOf,
  backendFor,
  makerBackend,
  servedModels,
  type ChatRouting
} from '#catalog/chat/provider.server.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { OPTIONAL_GROUPS, isOptionalGroup } from '#core/chat.ts'

const [openaiChat, anthropicChat, geminiChat] = [
  protocolOf('openai'),
  protocolOf('anthropic'),
  protocolOf('gemini')
]
const MODELS = CHAT_GROUPS.flatMap(group => group.models)
const FIRST = MODELS.filter(({ group }) => !isOptionalGroup(group))
const accountOf = (name: string) => ({
  baseURL: `https://${name}.example/v1`,
  apiKey: `key of ${name}`
})
const keysOf = (name: string) => [accountOf(name)]
const wayOf = (vendor: string, upstreamModel: string) => ({
  provider: openaiChat,
  vendor,
  upstreamModel,
  ...accountOf(vendor)
})

const NOBODY: ChatRouting = { sandbox: 'auto', providers: {} }
const OPENAI: ChatRouting = { sandbox: 'auto', providers: { openai: keysOf('openai') } }
const ALL: ChatRouting = {
  sandbox: 'auto',
  providers: { openai: keysOf('openai'), deepseek: keysOf('deepseek'), xai: keysOf('xai') }
}

test('no fallback costs more than 2.5 times the price of its model', () => {
  const pairs = MODELS.flatMap(model => {
    const fallback = MODELS.find(({ name }) => name === model.fallback)
    return fallback === undefined ? [] : [{ model, fallback }]
  })
  expect(pairs.length).toBeGreaterThan(30)
  for (const { model, fallback } of pairs)
    for (const part of ['input', 'output'] as const)
      expect(fallback.price[part], model.name).toBeLessThanOrEqual(model.price[part] * 2.5)
})

describe('without any key', () => {
  test('the sandbox serves every model of the first groups under its own name, for sandbox funds', () => {
    for (const { name } of FIRST) {
      expect(backendFor(name, NOBODY)).toMatchObject({
        ways: [{ upstreamModel: name, apiKey: '' }],
        fund: 'sandbox'
      })
      expect(backendFor(name, NOBODY)?.ways[0].provider).not.toBe(openaiChat)
    }
    expect(servedModels(NOBODY)).toEqual(FIRST.filter(model => model.enabled))
  })

  test('nobody serves any model when the sandbox is off', () => {
    const off: ChatRouting = { sandbox: 'off', providers: {} }
    expect(
      MODELS.map(({ name }) => backendFor(name, off)).filter(served => served !== null)
    ).toEqual([])
    expect(servedModels(off)).toEqual([])
    expect(servedModels(off, true)).toEqual([])
  })
})

describe('with keys', () => {
  test.each([
    ['gpt-6-sol', 'openai', 'gpt-6-sol'],
    ['gpt-5-all', 'openai', 'gpt-6-sol'],
    ['gpt-5', 'openai', 'gpt-6-sol'],
    ['gpt-5-mini', 'openai', 'gpt-6-luna'],
    ['gpt-4o-all', 'openai', 'gpt-6-sol'],
    ['gpt-4-all', 'openai', 'gpt-6-sol'],
    ['gpt-4o', 'openai', 'gpt-6-sol'],
    ['gpt-4o-mini', 'openai', 'gpt-6-luna'],
    ['gpt-4.1', 'openai', 'gpt-6-sol'],
    ['o1-mini', 'openai', 'gpt-6-luna'],
    ['o3', 'openai', 'gpt-6-sol'],
    ['o4-mini', 'openai', 'gpt-6-luna'],
    ['grok-4', 'xai', 'grok-4.7'],
    ['grok-3', 'xai', 'grok-4.3'],
    ['grok-3-reasoning', 'xai', 'grok-4.3'],
    ['grok-3-deepsearch', 'xai', 'grok-4.7']
  ])('%s is served by %s as %s, for real funds', (name, provider, upstreamModel) => {
    expect(backendFor(name, ALL)).toEqual({
      ways: [wayOf(provider, upstreamModel)],
      fund: 'real'
    })
  })

  test('DeepSeek V3 answers without reasoning and DeepSeek R1 reasons, both served by their successor', () => {
    const waysTo = (name: string) => backendFor(name, ALL)?.ways
    const way = wayOf('deepseek', 'deepseek-flash')
    expect(waysTo('deepseek-v3')).toEqual([
      { ...way, settings: { thinking: { type: 'disabled' } } }
    ])
    expect(waysTo('deepseek-r1')).toEqual([{ ...way, settings: { thinking: { type: 'enabled' } } }])
    expect(waysTo('deepseek-v4-pro')).toEqual([wayOf('deepseek', 'deepseek-v4-pro')])
  })

  test('nobody serves a model that returns images, unless the operator routes it', () => {
    expect(backendFor('gpt-4o-image', ALL)).toBeNull()
    const models = { 'gpt-4o-image': [{ provider: 'openai', model: 'drawing' }] }
    expect(backendFor('gpt-4o-image', { ...ALL, models })?.ways).toEqual([
      wayOf('openai', 'drawing')
    ])
  })

  test('a model whose provider has no key is neither served nor listed', () => {
    expect(backendFor('gpt-5-all', OPENAI)?.fund).toBe('real')
    expect(backendFor('deepseek-r1', OPENAI)).toBeNull()
    expect(new Set(servedModels(OPENAI).map(model => model.group))).toEqual(new Set(['chatgpt']))
  })

  test('a model that is not listed still answers by name', () => {
    expect(servedModels(ALL).map(model => model.name)).not.toContain('gpt-5.5')
    expect(backendFor('gpt-5.5', ALL)?.ways[0].upstreamModel).toBe('gpt-5.5')
  })

  test('the sandbox serves a test host, unless it is off', () => {
    expect(backendFor('gpt-5-all', ALL, true)?.fund).toBe('sandbox')
    expect(servedModels(OPENAI, true)).toEqual(FIRST.filter(model => model.enabled))
    expect(backendFor('gpt-5-all', { ...ALL, sandbox: 'off' }, true)?.fund).toBe('real')
  })
})

describe('further groups', () => {
  const keyed = (vendor: string): ChatRouting => ({
    sandbox: 'auto',
    providers: { [vendor]: keysOf(vendor) }
  })

  test.each([
    ['claude-sonnet-5-5', 'anthropic', 'claude-sonnet-5-5', anthropicChat],
    ['gemini-4-argon', 'gemini', 'gemini-4-argon', geminiChat],
    ['kimi-k3.1-pro', 'moonshot', 'kimi-k3.1-pro', openaiChat],
    ['glm-5.3', 'zai', 'glm-5.3', openaiChat],
    ['qwen3.8-max', 'qwen', 'qwen3.8-max', openaiChat],
    ['llama-4-scout', 'openrouter', 'meta-llama/llama-4-scout', openaiChat]
  ])('%s is served by %s as %s, in its protocol', (name, vendor, model, provider) => {
    expect(backendFor(name, keyed(vendor))).toEqual({
      ways: [{ ...wayOf(vendor, model), provider }],
      fund: 'real'
    })
    expect(idleGroups(keyed(vendor), [])).not.toContain(
      MODELS.find(each => each.name === name)?.group
    )
  })

  test('are idle without a key, also while the sandbox serves the others', () => {
    expect(idleGroups(NOBODY, [])).toEqual(OPTIONAL_GROUPS)
    expect(idleGroups(ALL, [])).toEqual(OPTIONAL_GROUPS)
    expect(backendFor('claude-sonnet-5-5', NOBODY)).toBeNull()
  })

  test('appear if users may bring their own keys, and in the sandbox of a test host that has a key', () => {
    expect(idleGroups(ALL, ['anthropic', 'gemini'])).not.toContain('claude')
    expect(backendFor('claude-sonnet-5-5', keyed('anthropic'), true)?.fund).toBe('sandbox')
    expect(backendFor('gemini-4-argon', keyed('anthropic'), true)).toBeNull()
  })
})

describe("the operator's own routes", () => {
  const OLLAMA: ChatRouting = {
    ...OPENAI,
    models: {
      'gpt-5-all': [{ provider: 'openai', model: 'llama3.2' }],
      'deepseek-r1': [{ provider: 'openai', model: 'qwen3' }],
      'gpt-4o-all': [{ provider: 'xai', model: 'grok-4' }]
    }
  }

  test('win over the shipped ones, across vendors too', () => {
    expect(backendFor('gpt-5-all', OLLAMA)).toMatchObject({ ways: [wayOf('openai', 'llama3.2')] })
    expect(backendFor('deepseek-r1', OLLAMA)).toMatchObject({ ways: [wayOf('openai', 'qwen3')] })
  })

  test('may list several servers, and all keys of one server are tried before the next server', () => {
    const [one, two] = [accountOf('openai'), { ...accountOf('openai'), apiKey: 'second' }]
    const ways = [
      { provider: 'openai', model: 'gpt-5' },
      { provider: 'xai', model: 'grok-4' },
      { provider: 'ollama', model: 'llama3.2' }
    ]
    const routing = {
      ...NOBODY,
      providers: { openai: [one, two], ollama: keysOf('ollama') },
      models: { 'gpt-5-all': ways }
    }
    const first = { provider: openaiChat, vendor: 'openai', upstreamModel: 'gpt-5' }
    expect(backendFor('gpt-5-all', routing)?.ways).toEqual([
      { ...first, ...one },
      { ...first, ...two },
      wayOf('ollama', 'llama3.2')
    ])
  })

  test('for a retired name apply to its successor too, unless the successor has its own', () => {
    expect(backendFor('gpt-6-sol', OLLAMA)?.ways).toEqual([wayOf('openai', 'llama3.2')])
    const models = { ...OLLAMA.models, 'gpt-6-sol': [{ provider: 'openai', model: 'qwen3' }] }
    expect(backendFor('gpt-6-sol', { ...OLLAMA, models })?.ways).toEqual([wayOf('openai', 'qwen3')])
    expect(backendFor('o3', { ...OLLAMA, models })?.ways).toEqual([wayOf('openai', 'qwen3')])
    expect(backendFor('gpt-5-all', { ...OLLAMA, models })?.ways).toEqual([
      wayOf('openai', 'llama3.2')
    ])
  })

  test('serve nothing if their provider has no key', () => {
    expect(backendFor('gpt-4o-all', OLLAMA)).toBeNull()
    expect(servedModels(OLLAMA).map(model => model.name)).toEqual([
      'gpt-6-sol',
      'gpt-6.1-sol',
      'gpt-6-luna'
    ])
  })
})

test.each(['', 'gpt-99', 'constructor', '__proto__'])('nobody serves a model called %j', name => {
  expect(backendFor(name, NOBODY)).toBeNull()
  expect(backendFor(name, { ...ALL, models: {} })).toBeNull()
})

describe("with a user's own key", () => {
  const account = { baseURL: 'https://x.ai', apiKey: 'mine' }
  const grok = MODELS.filter(({ group }) => group === 'grok')[0]

  test("a model is called by its vendor's name, whatever else is configured", () => {
    const served = grok && makerBackend(grok, account)
    expect(served).toEqual({
      ways: [{ provider: openaiChat, vendor: 'xai', upstreamModel: 'grok-4.7', ...account }],
      fund: 'real'
    })
  })

  test('models are offered that nobody else serves', () => {
    expect(new Set(servedModels(OPENAI, false, ['xai']).map(({ group }) => group))).toEqual(
      new Set(['chatgpt', 'grok'])
    )
  })
})
