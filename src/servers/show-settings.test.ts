import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#servers/config.ts'
import { CONFIG_VARIABLE, SETTINGS } from '#contract/settings-table.ts'
import { showSettings } from '#servers/show-settings.ts'

const ORIGINS = { file: null, sources: new Map() }
const README = new URL('../../README.md', import.meta.url)

/** Returns the shown value of each variable that is set. */
function shown(environment: Record<string, string>): Record<string, string | null> {
  const { items } = showSettings(environment, ORIGINS)
  return Object.fromEntries(
    items.filter(({ name }) => name in environment).map(({ name, value }) => [name, value])
  )
}

test('every setting is read, and nothing else', () => {
  const reads = new Map<string, number>()
  const get = (value?: string) => (_: object, name: string | symbol) => {
    reads.set(String(name), (reads.get(String(name)) ?? 0) + 1)
    return value
  }
  readConfig(new Proxy({}, { get: get() }))
  expect(() => readConfig(new Proxy({}, { get: get('x') }))).toThrow(ConfigError)
  const names = SETTINGS.map(({ name }) => name)
  expect([...reads.keys()].filter(name => !names.includes(name))).toEqual([])
  // The list of settings itself reads each variable once, where the configuration is valid.
  const unread = names.filter(name => name !== CONFIG_VARIABLE && (reads.get(name) ?? 0) < 2)
  expect(unread).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('each default of the list is the one that a missing variable has', () => {
  const defaults = SETTINGS.flatMap(({ name, fallback }) =>
    fallback === null ? [] : [[name, fallback] as const]
  )
  const { settings, ...config } = readConfig(Object.fromEntries(defaults))
  expect({ ...config, settings: readConfig({}).settings }).toEqual(readConfig({}))
  expect(settings.items.find(({ name }) => name === 'PORT')?.source).toBe('environment')
})

test('the table of README.md has every setting, with its default', () => {
  const rows = readFileSync(README, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').map(cell => cell.trim()))
  const named = rows.flatMap(([, names = '', fallback = '']) =>
    [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => ({ name, fallback }))
  )
  const names = SETTINGS.map(({ name }) => name)
  expect(names.filter(name => !named.some(each => each.name === name))).toEqual([])
  expect(named.filter(({ name }) => !names.includes(name))).toEqual([])
  const wrong = SETTINGS.filter(
    ({ name, fallback }) =>
      fallback !== null &&
      !named.some(each => each.name === name && each.fallback.includes(`\`${fallback}\``))
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('secrets are masked whole, and passwords in addresses', () => {
  expect(
    shown({
      PORT: '80',
      SECRET: 'a'.repeat(40),
      OPENAI_API_KEY: 'sk-1,sk-2',
      CHAT_PROVIDERS: '{"a":{"url":"http://a","keys":"k"}}',
      DATABASE_URL: 'postgres://ada:p%20w@db.example:5432/muse?sslmode=require&password=pw',
      STORAGE_URL: 's3://KEY:SECRET@s3.example/bucket?region=eu-1&tls=off',
      SMTP_URL: 'smtps://ada:pw@mail.example',
      OPENAI_BASE_URL: 'https://token@gate.example/v1?key=k',
      EXCHANGE_URL: 'https://rates.example/v6/key/latest',
      MODEL_PRICES: '/etc/prices.json',
      ALLOWED_ORIGINS: 'https://a.example,https://b.example'
    })
  ).toEqual({
    PORT: '80',
    SECRET: null,
    OPENAI_API_KEY: null,
    CHAT_PROVIDERS: null,
    DATABASE_URL: 'postgres://ada:•••@db.example:5432/muse?sslmode=require&password=•••',
    STORAGE_URL: 's3://KEY:•••@s3.example/bucket?region=eu-1&tls=off',
    SMTP_URL: 'smtps://ada:•••@mail.example',
    OPENAI_BASE_URL: 'https://•••@gate.example/v1?key=•••',
    EXCHANGE_URL: 'https://rates.example/•••',
    MODEL_PRICES: '/etc/prices.json',
    ALLOWED_ORIGINS: 'https://a.example,https://b.example'
  })
})

test('every key, token and secret is masked whole', () => {
  const others = ['SECRET', 'SECRET_PREVIOUS', 'CHAT_PROVIDERS']
  const names = SETTINGS.map(({ name }) => name).filter(
    name => others.includes(name) || /_(KEY|SECRET|TOKEN|PASSWORD|HEADERS)$/.test(name)
  )
  expect(names.length).toBeGreaterThan(20)
  const values = shown(Object.fromEntries(names.map(name => [name, 'a-secret'])))
  expect(values).toEqual(Object.fromEntries(names.map(name => [name, null])))
})

test('an address with a password that cannot be parsed is masked whole', () => {
  expect(shown({ DATABASE_URL: 'postgres://ada:p#w@db/x', SMTP_URL: 'smtp:ada:pw' })).toEqual({
    DATABASE_URL: '•••',
    SMTP_URL: '•••'
  })
})
