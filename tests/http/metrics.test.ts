import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '#servers/metrics/metrics.ts'
import { listenForMetrics } from '#servers/metrics/listener.ts'
import { freshContext } from '../support/context.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'
import { readSamples, sampleOf, type Sample } from '../support/samples.ts'

const TOKEN = 'token-of-the-metrics'
const HOUR = 3_600_000

let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { METRICS_TOKEN: TOKEN, RATE_LIMITS: 'off' } })
  ada = await person(studio, 'ada.lovelace@example.com')
})
afterAll(() => studio.close())

async function scrape(): Promise<{ text: string; samples: Sample[] }> {
  const answer = await studio.call('/metrics', { token: TOKEN })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8'
  ])
  const text = await answer.text()
  return { text, samples: readSamples(text) }
}

const ask = (question: string, accept = 'application/json'): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question },
    token: ada.credential.token,
    headers: { accept }
  })

describe('GET /metrics', () => {
  test.each([{}, { token: 'another-token' }, { headers: { authorization: `Basic ${TOKEN}` } }])(
    'answers like an unknown path for %j',
    async init => {
      const [found, unknown] = await Promise.all([
        studio.call('/metrics', init),
        studio.call('/no-such-page', init)
      ])
      expect([found.status, found.headers.get('content-type')]).toEqual([
        unknown.status,
        unknown.headers.get('content-type')
      ])
      expect(found.status).toBe(404)
      expect(await found.text()).not.toContain('polymuse_')
    }
  )

  test('is not there without METRICS_TOKEN, and nothing is counted', async () => {
    const plain = await openStudio()
    expect(plain.context.meter).toBeUndefined()
    expect((await plain.call('/metrics', { token: TOKEN })).status).toBe(404)
    await plain.close()
  })
})

test('requests are counted by the pattern of their route, never by their path', async () => {
  const id = '0'.repeat(64)
  await studio.call(`/files/${id}`)
  await studio.call('/healthz')
  await studio.call('/aichat/nothing-here', { method: 'BREW' })
  const { text, samples } = await scrape()
  const count = (labels: Record<string, string>): number | undefined =>
    sampleOf(samples, 'polymuse_http_requests_total', labels)
  expect(count({ route: '/files/{id}', part: 'api', method: 'GET', status: '4xx' })).toBe(1)
  expect(count({ route: '/healthz', part: 'all', status: '2xx' })).toBe(1)
  expect(count({ route: 'none', part: 'api', method: 'other' })).toBe(1)
  expect(
    sampleOf(samples, 'polymuse_http_request_duration_seconds_count', { route: '/files/{id}' })
  ).toBe(1)
  for (const word of [id, 'nothing-here', 'ada.lovelace', TOKEN, ada.credential.token])
    expect(text).not.toContain(word)
})

test('runs, their credits and the lag of their events are counted', async () => {
  await json(ask('Hello [sandbox:tokens=50]'))
  await ask('[sandbox:fail=api_error]')
  const { samples } = await scrape()
  const ended = (state: string, reason: string): number | undefined =>
    sampleOf(samples, 'polymuse_runs_ended_total', { service: 'chat', state, reason })
  expect([ended('succeeded', 'finished'), ended('failed', 'api_error')]).toEqual([1, 1])
  expect(sampleOf(samples, 'polymuse_credits_settled_total', { fund: 'sandbox' })).toBeGreaterThan(
    0
  )
  expect(sampleOf(samples, 'polymuse_event_lag_seconds_count')).toBeGreaterThan(0)
})

test('a stream counts as open until its reader has its end or leaves', async () => {
  const open = async (): Promise<number | undefined> =>
    sampleOf((await scrape()).samples, 'polymuse_http_streams_open', { part: 'api' })
  const whole = await ask('Hello', 'text/event-stream')
  expect(await open()).toBe(1)
  await frames(whole)
  expect(await open()).toBe(0)
  const left = await ask('Hello [sandbox:silent]', 'text/event-stream')
  expect(await open()).toBe(1)
  await left.body?.cancel()
  expect(await open()).toBe(0)
})

test('open runs, held credits and waiting messages come from the database', async () => {
  const { db } = studio.context.database
  const now = studio.context.clock.now()
  const run = await db.selectFrom('run').selectAll().executeTakeFirstOrThrow()
  const waiting = { ...run, service: 'flux', state: 'queued' as const, finished_at: null }
  const held = async (): Promise<number> =>
    sampleOf(readSamples(await createMetrics(studio.context).report()), 'polymuse_credits_held', {
      fund: 'sandbox'
    }) ?? 0
  const before = await held()
  await db
    .insertInto('run')
    .values([
      { ...waiting, id: 'fresh', held: 2_500_000, created_at: now, deadline_at: now + HOUR },
      { ...waiting, id: 'late', held: 0, created_at: now - HOUR, deadline_at: now - 1 }
    ])
    .execute()
  const own = createMetrics(studio.context)
  const samples = readSamples(await own.report())
  const flux = { service: 'flux', state: 'queued' }
  expect(sampleOf(samples, 'polymuse_runs_open', flux)).toBe(2)
  expect(sampleOf(samples, 'polymuse_runs_oldest_age_seconds', flux)).toBe(3600)
  expect(sampleOf(samples, 'polymuse_runs_overdue')).toBe(1)
  expect((await held()) - before).toBeCloseTo(2.5, 9)
  expect(sampleOf(samples, 'polymuse_messages_waiting', { queue: 'callback' })).toBe(0)
  expect(sampleOf(samples, 'polymuse_processes')).toBe(1)
  expect(sampleOf(samples, 'polymuse_database_up')).toBe(1)
  expect(sampleOf(samples, 'polymuse_database_size_bytes')).toBeGreaterThan(10_000)
  const { kind } = studio.context.database
  expect(sampleOf(samples, 'polymuse_build_info', { database: kind })).toBe(1)
  await db.deleteFrom('run').where('id', 'in', ['fresh', 'late']).execute()
})

test('while the database does not answer, its old numbers are missing', async () => {
  const context = await freshContext({ environment: { METRICS_TOKEN: TOKEN } })
  await context.database.close()
  const samples = readSamples((await context.meter?.report()) ?? '')
  expect(sampleOf(samples, 'polymuse_database_up')).toBe(0)
  expect(sampleOf(samples, 'polymuse_runs_overdue')).toBeUndefined()
  expect(sampleOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  await context.close().catch(() => undefined)
})

describe('the listener for metrics alone', () => {
  const statuses = async (token: string | null, header?: string): Promise<number[]> => {
    const meter = createMetrics(studio.context)
    const listener = await listenForMetrics(meter, { port: 0, host: '127.0.0.1', token })
    const headers = new Headers(header === undefined ? {} : { authorization: header })
    const addresses = [listener.url, new URL('/', listener.url), `${listener.url}/x`]
    const found = await Promise.all(
      addresses.map(async address => {
        const answer = await fetch(address, { headers })
        await answer.text()
        return answer.status
      })
    )
    await listener.stop()
    return found
  }

  test('answers one path, and needs the token where there is one', async () => {
    expect(await statuses(null)).toEqual([200, 404, 404])
    expect(await statuses(TOKEN)).toEqual([404, 404, 404])
    expect(await statuses(TOKEN, `Bearer ${TOKEN}`)).toEqual([200, 404, 404])
  })
})
