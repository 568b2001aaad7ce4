import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, type Config } from '#servers/config.ts'

const SECRET = 's'.repeat(32)
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('accepts an empty environment', () => {
  expect(readConfig({})).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: null,
    storage: null,
    uploadLimit: 104_857_600,
    storageQuota: 5_368_709_120,
    chatQuota: 268_435_456,
    secret: null,
    secretPrevious: null,
    parts: ['hub', 'platform', 'auth', 'api'],
    hosts: { hub: null, platform: null, auth: null, api: null },
    testHosts: { hub: null, platform: null, auth: null, api: null },
    allowedOrigins: [],
    trustProxy: false,
    sandbox: 'auto',
    rateLimits: true,
    providers: {},
    metrics: null,
    traces: null,
    logLevel: 'info'
  } satisfies Partial<Config>)
})

test('reading an environment twice gives the same value and does not change it', () => {
  const environment = Object.freeze({ PORT: '8080', OPENAI_API_KEY: 'sk-1' })
  expect(readConfig(environment)).toEqual(readConfig(environment))
})

test('an empty variable counts as not set', () => {
  expect(
    readConfig({ PORT: '', SECRET: '  ', PARTS: '', SANDBOX: '', OPENAI_API_KEY: ' ' })
  ).toEqual(readConfig({}))
})

test.each<[Record<string, string>, Partial<Config>]>([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: ' 65535 ' }, { port: 65535 }],
  [{ DATABASE_URL: 'postgresql://u:p@db/x' }, { databaseUrl: 'postgresql://u:p@db/x' }],
  [
    { ALLOWED_ORIGINS: 'https://A.example, http://b.example:8080 ,' },
    { allowedOrigins: ['https://a.example', 'http://b.example:8080'] }
  ],
  [{ UPLOAD_LIMIT: '5000' }, { uploadLimit: 5000 }],
  [{ METRICS_PORT: '9464' }, { metrics: { port: 9464, host: '127.0.0.1', token: null } }],
  [
    { METRICS_PORT: '0', METRICS_HOST: '::1', METRICS_TOKEN: SECRET },
    { metrics: { port: 0, host: '::1', token: SECRET } }
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' },
    {
      traces: {
        url: 'http://127.0.0.1:4318/v1/traces',
        headers: {},
        service: 'polymuse',
        ratio: 1
      }
    }
  ],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a=b, x-team = studio',
      OTEL_SERVICE_NAME: 'studio',
      OTEL_TRACES_SAMPLER_ARG: '0.1'
    },
    {
      traces: {
        url: 'https://collector.example/otlp/v1/traces',
        headers: { 'x-key': 'a=b', 'x-team': 'studio' },
        service: 'studio',
        ratio: 0.1
      }
    }
  ],
  [{ METRICS_TOKEN: SECRET }, { metrics: { port: null, host: '127.0.0.1', token: SECRET } }],
  [
    { BACKUP_DIR: '/b', BACKUP_EVERY: '2d', BACKUP_KEEP: '3' },
    { backups: { folder: '/b', every: 172_800_000, keep: 3 } }
  ],
  [
    { STORAGE_QUOTA: '7000', CHAT_QUOTA: '6000' },
    { storageQuota: 7000, chatQuota: 6000 }
  ],
  [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
  [{ MODEL_PRICES: './prices.json' }, { modelPrices: './prices.json' }],
  [{ MODEL_PRICES: 'https://p.example/api.json' }, { modelPrices: 'https://p.example/api.json' }],
  [{ TRUST_PROXY: '1' }, { trustProxy: true }],
  [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
  [{ TRUST_PROXY: '0' }, { trustProxy: false }],
  [
    { SANDBOX: 'off', LOG_LEVEL: 'silent' },
    { sandbox: 'off', logLevel: 'silent' }
  ],
  [
    { SECRET, SECRET_PREVIOUS: 'p'.repeat(40) },
    { secret: SECRET, secretPrevious: 'p'.repeat(40) }
  ],
  [{ PARTS: 'api, auth', DATABASE_URL: 'postgres://db/x', SECRET }, { parts: ['auth', 'api'] }]
])('reads %j', (environment, expected) => {
  expect(readConfig(environment)).toMatchObject(expected)
})

test('strips trailing slashes from addresses and reads test hosts', () => {
  const config = readConfig({
    HUB_URL: 'https://Studio.example/',
    API_URL: 'https://api.example:8443',
    AUTH_TEST_URL: 'http://auth.test'
  })
  expect(config.hosts).toEqual({
    hub: 'https://studio.example',
    platform: null,
    auth: null,
    api: 'https://api.example:8443'
  })
  expect(config.testHosts.auth).toBe('http://auth.test')
})

test.each([
  [
    's3://key:secret@s3.eu-west-1.amazonaws.com/my-files?region=eu-west-1',
    'https://s3.eu-west-1.amazonaws.com',
    'eu-west-1',
    'secret'
  ],
  [
    's3://key:a%2Fb%2Bc@127.0.0.1:9000/my-files?tls=off',
    'http://127.0.0.1:9000',
    'us-east-1',
    'a/b+c'
  ],
  ['s3://key:50%@minio/my-files?tls=on', 'https://minio', 'us-east-1', '50%']
])('reads the bucket of %s', (address, endpoint, region, secretAccessKey) => {
  expect(readConfig({ STORAGE_URL: address }).storage).toEqual({
    endpoint,
    bucket: 'my-files',
    region,
    accessKeyId: 'key',
    secretAccessKey
  })
})

test.each([
  'https://key:secret@host/bucket',
  's3://host/bucket',
  's3://key@host/bucket',
  's3://key:hunter2@host',
  's3://key:hunter2@host/a/b',
  's3://key:hunter2@host/Bucket',
  's3://key:hunter2@host/bucket?tls=no',
  's3://key:hunter2@host/bucket?ssl=off',
  's3://key:hun/ter2@host/bucket',
  'hunter2'
])('refuses the STORAGE_URL %s without repeating its secret', address => {
  const [problem = '', ...more] = problemsOf({ STORAGE_URL: address })
  expect([problem.startsWith('STORAGE_URL'), problem.includes('hunter2'), more]).toEqual([
    true,
    false,
    []
  ])
})

describe('providers', () => {
  test.each([
    ['openai', { OPENAI_API_KEY: 'k' }, 'https://api.openai.com/v1'],
    [
      'openai',
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://localhost:11434/v1/' },
      'http://localhost:11434/v1'
    ],
    ['deepseek', { DEEPSEEK_API_KEY: 'k' }, 'https://api.deepseek.com/v1'],
    ['xai', { XAI_API_KEY: 'k' }, 'https://api.x.ai/v1']
  ])('reads %s from its own variables', (name, environment, baseURL) => {
    expect(readConfig(environment).providers).toEqual({ [name]: { baseURL, apiKeys: ['k'] } })
  })

  test('several keys of a vendor are read, and named servers with or without keys', () => {
    const servers = {
      ollama: { url: 'http://127.0.0.1:11434/v1/' },
      vllm: { url: 'https://vllm.example/v1', keys: 'a, b' },
      other: { url: 'https://o.example', keys: ['c'] }
    }
    const { providers } = readConfig({
      OPENAI_API_KEY: 'one, two,',
      CHAT_PROVIDERS: JSON.stringify(servers)
    })
    expect(providers).toEqual({
      openai: { baseURL: 'https://api.openai.com/v1', apiKeys: ['one', 'two'] },
      ollama: { baseURL: 'http://127.0.0.1:11434/v1', apiKeys: [''] },
      vllm: { baseURL: 'https://vllm.example/v1', apiKeys: ['a', 'b'] },
      other: { baseURL: 'https://o.example', apiKeys: ['c'] }
    })
  })

  test('a server for images is read with or without keys', () => {
    const read = (environment: object): unknown =>
      readConfig({ A1111_URL: 'http://127.0.0.1:7860/', ...environment }).mediaVendors.a1111
    const baseURL = 'http://127.0.0.1:7860'
    expect(read({})).toEqual({ baseURL, apiKeys: [''] })
    expect(read({ A1111_KEY: 'ada:secret' })).toEqual({ baseURL, apiKeys: ['ada:secret'] })
  })

  test('TOOL_HOSTS takes hosts for tools from schemas, and refuses URLs', () => {
    expect(readConfig({ TOOL_HOSTS: '127.0.0.1:8000, painter.lan' }).toolHosts).toEqual([
      '127.0.0.1:8000',
      'painter.lan'
    ])
    expect(readConfig({}).toolHosts).toEqual([])
    expect(() => readConfig({ TOOL_HOSTS: 'http://painter.lan/' })).toThrow(/TOOL_HOSTS/)
  })

  test('the vendors of MEDIA_ORDER come first, and only they are listed in mediaNamed', () => {
    const { mediaOrder, mediaNamed } = readConfig({ MEDIA_ORDER: 'xai, fal' })
    expect([mediaOrder.slice(0, 3), mediaNamed]).toEqual([
      ['xai', 'fal', 'upstream'],
      ['xai', 'fal']
    ])
    expect(readConfig({}).mediaNamed).toEqual([])
  })

  test('CHAT_MODELS takes one route of a model, or a list of routes', () => {
    const one = { provider: 'openai', model: 'llama3.2' }
    const { chatModels } = readConfig({
      CHAT_MODELS: JSON.stringify({
        'gpt-5-all': one,
        'grok-4': [one, { provider: 'xai', model: 'grok-4' }]
      })
    })
    expect(chatModels).toEqual({
      'gpt-5-all': [one],
      'grok-4': [one, { provider: 'xai', model: 'grok-4' }]
    })
  })
})

test.each<[Record<string, string>, string]>([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ PORT: '80.5' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
  [{ UPLOAD_LIMIT: '100 MB' }, 'UPLOAD_LIMIT'],
  [{ METRICS_PORT: 'on' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '70000' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '4321' }, 'METRICS_PORT'],
  [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ ...COLLECTOR, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ UPLOAD_LIMIT: '0' }, 'UPLOAD_LIMIT'],
  [{ ALERT_BALANCE: 'five' }, 'ALERT_BALANCE'],
  [{ ALERT_BALANCE: '-1' }, 'ALERT_BALANCE'],
  [{ BACKUP_EVERY: '5s' }, 'BACKUP_EVERY'],
  [{ BACKUP_EVERY: '5m' }, 'BACKUP_EVERY'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP'],
  [{ STORAGE_QUOTA: '5 GB' }, 'STORAGE_QUOTA'],
  [{ CHAT_QUOTA: '-1' }, 'CHAT_QUOTA'],
  [{ SECRET: 'short' }, 'SECRET'],
  [{ SECRET_PREVIOUS: 'short' }, 'SECRET_PREVIOUS'],
  [{ HUB_URL: 'studio.example' }, 'HUB_URL'],
  [{ HUB_URL: 'https://studio.example/hub' }, 'HUB_URL'],
  [{ PLATFORM_TEST_URL: 'ftp://studio.example' }, 'PLATFORM_TEST_URL'],
  [{ AUTH_URL: 'https://studio.example/?x=1' }, 'AUTH_URL'],
  [{ ALLOWED_ORIGINS: 'https://a.example,b' }, 'ALLOWED_ORIGINS'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
  [{ SANDBOX: 'on' }, 'SANDBOX'],
  [{ RATE_LIMITS: '100' }, 'RATE_LIMITS'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ OPENAI_BASE_URL: 'http://localhost:11434' }, 'OPENAI_API_KEY'],
  [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'localhost' }, 'OPENAI_BASE_URL'],
  [{ XAI_API_KEY: 'k', XAI_BASE_URL: 'file:///etc/passwd' }, 'XAI_BASE_URL'],
  [{ A1111_KEY: 'ada:secret' }, 'A1111_URL'],
  [{ MEDIA_ORDER: 'fal,comfy' }, 'MEDIA_ORDER'],
  [{ CHAT_PROVIDERS: '{"ollama":{"url":"localhost"}}' }, 'CHAT_PROVIDERS'],
  [{ CHAT_PROVIDERS: '{"fal":{"url":"http://localhost/v1"}}' }, 'CHAT_PROVIDERS'],
  [{ CHAT_PROVIDERS: '{"O":{"url":"http://localhost/v1"}}' }, 'CHAT_PROVIDERS'],
  [{ CHAT_MODELS: '{"gpt-5-all":[]}' }, 'CHAT_MODELS'],
  [{ CHAT_MODELS: '{"gpt-5-all":{"provider":"ollama","model":"x"}}' }, 'CHAT_MODELS'],
  [{ CHAT_MODELS: '{"my model":{"provider":"openai","model":"x"}}' }, 'CHAT_MODELS'],
  [{ PARTS: 'hub,mail,platform,auth,api' }, 'PARTS'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_URL: 'stripe' },
    'STRIPE_URL'
  ],
  [{ MANUAL_PAYMENT: 'x'.repeat(2001) }, 'MANUAL_PAYMENT']
])('names the faulty variable of %j', (environment, variable) => {
  expect(problemsOf(environment)).toEqual([expect.stringContaining(variable)])
})

test.each<[Record<string, string>, string[]]>([
  [{ PARTS: 'hub' }, ['DATABASE_URL', 'SECRET']],
  [{ PARTS: 'hub', SECRET }, ['DATABASE_URL']],
  [{ PARTS: 'hub', DATABASE_URL: 'postgres://db/x' }, ['SECRET']]
])('names what one of several processes lacks for %j', (environment, lacking) => {
  const [problem = '', ...more] = problemsOf(environment)
  expect(more).toEqual([])
  for (const name of ['DATABASE_URL', 'SECRET'])
    expect(problem.includes(name)).toBe(lacking.includes(name))
})

test('lists all problems in one error, without any secret', () => {
  const environment = {
    PORT: 'x',
    DATABASE_URL: 'mysql://db',
    SECRET: 'hunter2',
    HUB_URL: 'x',
    SANDBOX: 'x',
    TRUST_PROXY: 'x',
    PARTS: 'x'
  }
  const problems = problemsOf(environment)
  for (const name of Object.keys(environment))
    expect(problems.some(problem => problem.startsWith(name))).toBe(true)
  expect(new ConfigError(problems).message).toMatch(/^Polymuse cannot start:\n- /)
  expect(problems.join()).not.toContain('hunter2')
})
