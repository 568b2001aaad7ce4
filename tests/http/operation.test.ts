import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  FailureRates,
  OperatedPackage,
  OperatedPerson,
  OperatedSite,
  Overview,
  ServingStatus
} from '#contract/operation.ts'
import { buy, packageOf, refusal, type List } from '../support/shop.ts'
import { startOpenaiServer } from '../support/openai-server.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio, 'ada.lovelace@example.com')
  eve = await person(studio)
})
afterAll(() => studio.close())

const get = <T>(path: string, who = ada, where = studio): Promise<T> =>
  json<T>(where.call(`/api/v1/operation/${path}`, { token: who.token.access_token }))
const ask = (question: string, who = eve, where = studio): Promise<Response> =>
  where.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question },
    token: who.credential.token,
    headers: { accept: 'application/json' }
  })
const HOUR = 3_600_000

test.each([
  'overview',
  'failures',
  'providers',
  'settings',
  'people',
  'sites',
  'packages',
  'audit',
  'reports'
])('%s is available to operators only', async path => {
  expect(
    await refusal(studio.call(`/api/v1/operation/${path}`, { token: eve.token.access_token }))
  ).toEqual([403, 'forbidden'])
  expect((await studio.call(`/api/v1/operation/${path}`)).status).toBe(401)
  expect(
    (await studio.call(`/api/v1/operation/${path}`, { token: ada.credential.token })).status
  ).toBe(401)
})

describe('the overview', () => {
  test('shows the state of the deployment, the waiting work, and the sums of today', async () => {
    const before = await get<Overview>('overview')
    expect(before).toMatchObject({
      sandbox: true,
      rails: ['sandbox'],
      database: { kind: studio.context.database.kind },
      blobs: { kind: 'disk', free: expect.any(Number) },
      processes: [{ pid: process.pid, parts: ['hub', 'platform', 'auth', 'api'] }],
      people: 2
    })
    expect(before.database.bytes).toBeGreaterThan(10_000)

    await json(ask('Hello [sandbox:tokens=50]'))
    const order = await buy(studio, eve, (await packageOf(studio, 10)).id)
    const { db } = studio.context.database
    const now = studio.context.clock.now()
    const run = await db.selectFrom('run').selectAll().executeTakeFirstOrThrow()
    const waiting = {
      ...run,
      service: 'flux',
      action: 'images',
      state: 'queued' as const,
      finished_at: null,
      conversation_id: null,
      charged: 0
    }
    await db
      .insertInto('run')
      .values([
        { ...waiting, id: 'fresh', created_at: now, deadline_at: now + HOUR },
        { ...waiting, id: 'late', created_at: now - HOUR, deadline_at: now - 1 }
      ])
      .execute()
    const after = await get<Overview>('overview')
    expect(after.queue).toEqual({
      waiting: 2,
      running: 0,
      overdue: 1,
      oldest_at: new Date(now - HOUR).toISOString()
    })
    expect(after.orders_today).toEqual({ count: 1, price: 0, sandbox_price: order.price })
    expect(after.charged_today.sandbox).toBeGreaterThan(before.charged_today.sandbox)
    await db.deleteFrom('run').where('id', 'in', ['fresh', 'late']).execute()
  })

  test('contains no sums of yesterday', async () => {
    studio.context.clock.advance(48 * HOUR)
    const overview = await get<Overview>(
      'overview',
      await person(studio, 'later@example.com').then(() => signedIn())
    )
    expect([overview.orders_today.count, overview.charged_today.sandbox]).toEqual([0, 0])
  })
})

/** Returns the operator with a new access token. */
async function signedIn(): Promise<TestPerson> {
  const refreshed = await json<TestPerson['token']>(
    studio.call('/auth/refresh/', { json: { refresh_token: ada.token.refresh_token } })
  )
  ada = { ...ada, token: refreshed }
  return ada
}

test('failures are counted by service and by code, for an hour and for a day', async () => {
  await json(ask('Hello [sandbox:tokens=3]'))
  await ask('[sandbox:fail=api_error]')
  studio.context.clock.advance(2 * HOUR)
  await signedIn()
  await ask('[sandbox:fail=content_too_large]')
  const rates = await get<FailureRates>('failures')
  expect(rates.services.find(({ service }) => service === 'chat')).toEqual({
    service: 'chat',
    hour: 1,
    hour_failed: 1,
    day: 3,
    day_failed: 2
  })
  expect(rates.problems).toEqual(
    expect.arrayContaining([
      { code: 'api_error', hour: 0, day: 1 },
      { code: 'content_too_large', hour: 1, day: 1 }
    ])
  )
  const { failures } = await get<ServingStatus>('providers')
  expect(failures[0]).toMatchObject({ service: 'chat', code: 'content_too_large' })
})

test('the page shows the provider of each action, and the keys that are paused', async () => {
  const sandboxed = await get<ServingStatus>('providers')
  expect(sandboxed.actions.every(({ by }) => by.join() === 'sandbox')).toBe(true)

  const vendor = await startOpenaiServer({ keys: { 'sk-refused-1111': 'unauthorized' } })
  const environment = {
    RATE_LIMITS: 'off',
    OPENAI_API_KEY: 'sk-refused-1111,sk-good-2222',
    OPENAI_BASE_URL: vendor.url,
    FAL_KEY: 'fal-key-3333'
  }
  const own = await openStudio({ environment })
  const operator = await person(own)
  const { database } = own.context
  await database.db
    .insertInto('fund')
    .values({ application_id: operator.application.id, kind: 'real', remaining: 1_000_000 })
    .onConflict(each =>
      each.columns(['application_id', 'kind']).doUpdateSet({ remaining: 1_000_000 })
    )
    .execute()
  expect((await ask('Hello', operator, own)).status).toBe(200)
  const serving = await get<ServingStatus>('providers', operator, own)
  const by = (service: string, action: string): string[] | undefined =>
    serving.actions.find(each => each.service === service && each.action === action)?.by
  expect([by('chat', 'gpt-6-sol'), by('chat', 'deepseek-flash'), by('flux', 'images')]).toEqual([
    ['openai'],
    [],
    ['fal']
  ])
  expect(
    serving.keys.map(({ vendor: name, last4, rests_until }) => [name, last4, rests_until !== null])
  ).toEqual([
    ['openai', '1111', true],
    ['openai', '2222', false],
    ['fal', '3333', false]
  ])
  expect(JSON.stringify(serving)).not.toMatch(/sk-|fal-key/)
  await own.close()
  await vendor.close()
})

describe('people', () => {
  const find = (search: string): Promise<List<OperatedPerson>> =>
    get(`people?${new URLSearchParams({ search })}`)

  test('are found by part of an address, a name, or a whole id, in any case', async () => {
    await signedIn()
    for (const search of ['LOVELACE', 'ada.love', ada.application.user_id]) {
      const { items, count } = await find(search)
      expect([count, items[0]?.email]).toEqual([1, 'ada.lovelace@example.com'])
    }
    expect((await find(ada.application.user_id.slice(0, 8))).count).toBe(0)
    for (const search of ['%', '_____', '\\', "'; drop table user; --", '\u{1f4a9}'])
      expect((await find(search)).count).toBe(0)
  })

  test('are returned with their plans, orders and credits', async () => {
    const [found] = (await find(eve.email)).items
    expect(found).toMatchObject({
      is_operator: false,
      applications: 1,
      orders: { count: 1 },
      blocked: null,
      seen_at: expect.any(String)
    })
    expect(found?.remaining.sandbox).toBeGreaterThan(10)
    expect((await find('lovelace')).items[0]).toMatchObject({
      is_operator: true,
      orders: { count: 0, price: 0 }
    })
  })

  test('are returned by pages, newest first', async () => {
    const all = await get<List<OperatedPerson>>('people')
    const second = await get<List<OperatedPerson>>('people?limit=1&offset=1')
    expect(second).toEqual({ count: all.count, items: [all.items[1]] })
    expect((await get<List<OperatedPerson>>('people?blocked=true')).count).toBe(0)
  })
})

test('all sites are listed, and so are packages that are no longer on sale', async () => {
  const token = (await signedIn()).token.access_token
  await json(
    studio.call('/api/v1/sites/', {
      json: { origin: 'https://second.example', title: 'Second' },
      token
    })
  )
  const sites = await get<List<OperatedSite>>('sites')
  expect(sites.items.map(({ origin, first }) => [origin, first])).toEqual([
    [expect.any(String), true],
    ['https://second.example', false]
  ])
  const sold = await packageOf(studio, 10)
  expect(
    (await studio.call(`/api/v1/packages/${sold.id}`, { method: 'DELETE', token })).status
  ).toBe(204)
  const packages = await get<List<OperatedPackage>>('packages')
  expect(packages.items.at(-1)).toMatchObject({ id: sold.id, active: false })
})
