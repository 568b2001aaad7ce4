import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/operation.ts'
import { refusal, type List } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const audit = (query: Record<string, string> = {}): Promise<List<AuditEntry>> =>
  json(
    studio.call(`/api/v1/operation/audit?${new URLSearchParams(query)}`, {
      token: ada.token.access_token
    })
  )
const change = (path: string, body: object, method = 'POST'): Promise<Response> => {
  studio.context.clock.advance(1000)
  return studio.call(`/api/v1/${path}`, { method, json: body, token: ada.token.access_token })
}

test('the audit log records each operator change with its outcome, but no reads or forbidden calls', async () => {
  await json(change('packages/', { type: 'Usage', amount: 7, price: 3 }))
  expect((await refusal(change('packages/', { type: 'Period', amount: 7, price: 3 })))[0]).toBe(400)
  await json(change(`operation/people/${eve.application.user_id}/block`, { reason: 'Spam' }, 'PUT'))
  expect(
    (
      await studio.call('/api/v1/packages/', {
        json: { type: 'Usage', amount: 1, price: 1 },
        token: eve.token.access_token
      })
    ).status
  ).toBe(403)
  const { items, count } = await audit()
  expect(count).toBe(3)
  expect(items.map(({ method, path, outcome }) => [method, path, outcome])).toEqual([
    ['put', '/api/v1/operation/people/{id}/block', 'done'],
    ['post', '/api/v1/packages', 'refused'],
    ['post', '/api/v1/packages', 'done']
  ])
  expect(items[0]).toMatchObject({
    email: ada.email,
    user_id: ada.application.user_id,
    target: { id: eve.application.user_id },
    changes: { reason: 'Spam' },
    trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/)
  })
})

test('the audit log is filtered by person and by path', async () => {
  expect((await audit({ path: '/api/v1/packages' })).count).toBe(2)
  expect((await audit({ path: '/api/v1/operation' })).count).toBe(1)
  expect((await audit({ path: '%' })).count).toBe(0)
  expect((await audit({ person: ada.email.toUpperCase() })).count).toBe(3)
  expect(
    (
      await audit({
        person: ada.application.user_id,
        path: '/api/v1/packages',
        limit: '1',
        offset: '1'
      })
    ).items
  ).toHaveLength(1)
  expect((await audit({ person: eve.email })).count).toBe(0)
  expect(
    (await studio.call('/api/v1/operation/audit?path=%00', { token: ada.token.access_token }))
      .status
  ).toBe(400)
})

test('a refused site creation is recorded without the secrets in its origin', async () => {
  await change('sites/initialize', {
    origin: 'https://user:hidden-word@nobody.example/?key=hidden-word'
  })
  const { items } = await audit({ path: '/api/v1/sites/initialize' })
  expect(items).toEqual([
    expect.objectContaining({ email: ada.email, method: 'post', outcome: 'refused' })
  ])
  expect(JSON.stringify(items)).not.toContain('hidden-word')
})

test.each([
  [
    'http://user:hidden-word@host.example/v1?api_key=hidden-word#hidden-word',
    'http://…@host.example/v1?…'
  ],
  ['http://user:hidden-word@host.example:99999/v1', 'http://…@host.example:99999/v1'],
  ['http://user:hidden?word@host.example', 'http://…@host.example'],
  ['http:user:hidden-word@host.example', '…@host.example'],
  ['\\t http:\\\\user:hidden-word@host.example', '…@host.example'],
  ['user:hidden-word@host.example?key=hidden-word', '…@host.example?…'],
  ['https://pages.example/@somebody?key=hidden-word', 'https://pages.example/@somebody?…']
])('secrets in an address are not recorded: %s', async (base_url, recorded) => {
  await change('provider-keys', { vendor: 'openai', key: 'sk-of-nobody', base_url })
  const { items } = await audit({ path: '/api/v1/provider-keys', limit: '1' })
  expect(JSON.stringify(items)).not.toContain('hidden')
  expect(JSON.stringify(items[0]?.changes)).toContain(recorded)
})

test('secrets of an address inside a longer text are not recorded', async () => {
  const reason =
    'Note: spam at https://user:hidden-word@host.example/?key=hidden-word, by a@b.example?'
  await change(`operation/people/${crypto.randomUUID()}/block`, { reason }, 'PUT')
  const { items } = await audit({ limit: '1' })
  expect(items[0]?.changes).toEqual({
    reason: 'Note: spam at https://…@host.example/?… by a@b.example?'
  })
})

test('a call repeated with its idempotency key is recorded once', async () => {
  const addOnce = (amount: number): Promise<Response> => {
    const headers = { 'idempotency-key': 'packages-once' }
    return studio.call('/api/v1/packages/', {
      json: { type: 'Usage', amount, price: 3 },
      headers,
      token: ada.token.access_token
    })
  }
  const before = (await audit()).count
  const first = await json(addOnce(9))
  expect(await json(addOnce(9))).toEqual(first)
  expect(await refusal(addOnce(8))).toEqual([422, 'key_reused'])
  expect((await audit()).count).toBe(before + 1)
})

test('an API key is not recorded', async () => {
  await change('provider-keys', {
    vendor: 'openai',
    key: 'sk-very-secret-key',
    base_url: 'http://127.0.0.1:9'
  })
  expect(JSON.stringify(await audit())).not.toContain('very-secret')
})
