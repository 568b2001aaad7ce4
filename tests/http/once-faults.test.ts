import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ANSWER_LEASE_MS } from '#servers/api/chat/chat.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { CALL_LEASE } from '#servers/lib/once-calls.ts'
import { freshStore, type Store } from '../support/database.ts'
import { shareOf } from '../support/dose.ts'
import {
  again,
  killMidStream,
  killOver,
  openOn,
  type KeyedCall,
  type Point
} from '../support/killed.ts'
import { codesOf } from '../support/money.ts'
import { pair, wrongSums } from '../support/rewards.ts'
import { buy, ledgerFaults, packageOf } from '../support/shop.ts'
import { json, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let store: Store
let studio: TestStudio
let ada: TestPerson
beforeEach(async () => {
  store = await freshStore(undefined, true)
  studio = await openOn(store)
  ada = await person(studio)
})
afterEach(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  expect(await wrongSums(studio)).toEqual([])
  await studio.close()
  await store.remove()
})

/** A call that creates something, with the table to which it adds one row. */
type Making = KeyedCall & { table: keyof Tables }

async function makings(): Promise<Making[]> {
  const { id: package_id } = await packageOf(studio, 10)
  const [made] = await codesOf(studio, ada, { count: 1, amount: 5, most_uses: 1 })
  const paid = await buy(studio, ada, package_id)
  const { inviterId, invitee } = await pair(studio)
  await buy(studio, invitee, package_id)
  const application_id = ada.application.id
  const messages = [
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'Because.' }
  ]
  const plan = { type: 'Usage', scope: 'Individual', service_id: 'flux' }
  return [
    { key: 'redeem', table: 'redemption', path: '/api/v1/redemptions', json: { code: made?.code } },
    { key: 'plan', table: 'application', path: '/api/v1/applications/', json: plan },
    {
      key: 'key',
      table: 'credential',
      path: '/api/v1/credentials/',
      json: { application_id, name: 'Backend' }
    },
    { key: 'order', table: 'order', path: '/api/v1/orders/', json: { application_id, package_id } },
    {
      key: 'codes',
      table: 'redemption_code',
      path: '/api/v1/redemption-codes',
      json: { count: 1, amount: 5 }
    },
    {
      key: 'refund',
      table: 'refund',
      path: `/api/v1/orders/${paid.id}/refund`,
      json: { amount: 0.5, reason: 'by mistake' }
    },
    {
      key: 'payout',
      table: 'distribution_history',
      path: '/api/v1/distribution-payouts',
      json: { user_id: inviterId, amount: 0.01, fund: 'sandbox' }
    },
    {
      key: 'import',
      table: 'conversation',
      path: '/aichat/conversations',
      json: { action: 'import', messages },
      by: 'key'
    }
  ]
}

/**
 * Counts rows, but only listed conversations, since the sweeper removes unlisted ones of an import.
 */
async function countOf(table: keyof Tables): Promise<number> {
  const { db } = studio.context.database
  const all = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  const query = table === 'conversation' ? all.where(sql<boolean>`listed = 1`) : all
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Counts the rows of each table to which one or more of the calls add a row. */
async function rowsOf(calls: readonly Making[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table } of calls) counts[table] = await countOf(table)
  return counts
}

async function killed(calls: readonly KeyedCall[], point: Point): Promise<void> {
  await studio.close()
  await killOver(store, ada, calls, point)
  studio = await openOn(store)
}

test.each(
  shareOf<[Point, number]>([
    ['begun', Infinity],
    ['after', Infinity],
    ['before', 1]
  ])
)(
  'calls whose process is killed (%s) wait for the end of their lease, get an answer, and take effect once',
  async (point, most) => {
    const calls = (await makings()).slice(0, most)
    const before = await rowsOf(calls)
    await killed(calls, point)
    const [stands, wanted] = [await rowsOf(calls), { ...before }]
    for (const { table } of calls) wanted[table] = (wanted[table] ?? 0) + 1
    const orders = wanted['order']
    // A redeemed code also creates an order.
    if (orders !== undefined) wanted['order'] = orders + 1
    expect(stands, 'the committed change stays').toEqual(point === 'after' ? wanted : before)

    for (const call of calls) {
      const early = await again(studio, ada, call)
      expect([call.key, early.status, ((await early.json()) as { code: string }).code]).toEqual([
        call.key,
        500,
        'busy'
      ])
      const seconds = Number(early.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(CALL_LEASE / 1000)
    }
    studio.context.clock.advance(CALL_LEASE)
    for (const call of calls) {
      const several = await Promise.all(Array.from({ length: 3 }, () => again(studio, ada, call)))
      const late = several.filter(answer => answer.status === 200)
      expect(late.length, `${call.key} is taken over`).toBeGreaterThan(0)
      const answers = await Promise.all(
        [...late, await again(studio, ada, call)].map(answer => json(answer))
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
    expect(await rowsOf(calls)).toEqual(wanted)
  }
)

const QUESTION = { model: 'gpt-5-all', question: 'Tides? [sandbox:tokens=20]' }
const MESSAGES = {
  model: 'gpt-5-all',
  messages: [{ role: 'user', content: 'Tides? [sandbox:tokens=20]' }]
}
const CHAT = { path: '/aichat/conversations', by: 'key' } as const
const RUNS: readonly KeyedCall[] = [
  { ...CHAT, key: 'question', json: QUESTION },
  { ...CHAT, key: 'stream', json: QUESTION, accept: 'text/event-stream' },
  { ...CHAT, key: 'lines', json: QUESTION, accept: 'application/x-ndjson' },
  { ...CHAT, key: 'async', json: { ...QUESTION, async: true } },
  { key: 'completion', path: '/v1/chat/completions', json: MESSAGES, by: 'key' },
  { key: 'chunks', path: '/v1/chat/completions', json: { ...MESSAGES, stream: true }, by: 'key' },
  { key: 'task', path: '/flux/images', json: { prompt: 'A boat', async: true }, by: 'key' }
]

/**
 * Returns the run of each ledger entry that settles or releases a hold. A run may occur only once.
 */
async function endsOf(): Promise<string[]> {
  const rows = await studio.context.database.db
    .selectFrom('ledger')
    .select('reference')
    .where('kind', 'in', ['settle', 'release'])
    .execute()
  return rows.map(({ reference }) => reference.slice(0, 36))
}

test.each(
  shareOf<[Point, number]>([
    ['before', 1],
    ['after', Infinity]
  ])
)('runs whose process is killed (%s) are found again by their key', async (point, most) => {
  const calls = RUNS.slice(0, most)
  await killed(calls, point)
  expect(await countOf('run')).toBe(point === 'after' ? calls.length : 0)
  studio.context.clock.advance(ANSWER_LEASE_MS + 1)
  for (const call of calls) {
    const [first, second] = [await again(studio, ada, call), await again(studio, ada, call)]
    expect(first.headers.get('retry-after'), `${call.key} does not wait`).toBeNull()
    expect([second.status, alike(await second.text())]).toEqual([
      first.status,
      alike(await first.text())
    ])
  }
  expect(await countOf('run')).toBe(calls.length)
  const ends = await endsOf()
  expect(new Set(ends).size).toBe(ends.length)
})

test.each(shareOf(['talk']))(
  'a stream (%s) whose process is killed midway replays from its start, and the shown text is charged',
  async key => {
    const call = {
      ...CHAT,
      key,
      json: { ...QUESTION, question: 'Tides? [sandbox:tokens=3000]' },
      accept: 'text/event-stream'
    }
    await studio.close()
    await killMidStream(store, ada, call)
    studio = await openOn(store)
    studio.context.clock.advance(ANSWER_LEASE_MS + 1)
    const answers = [await again(studio, ada, call), await again(studio, ada, call)]
    const [first = '', second] = await Promise.all(answers.map(answer => answer.text()))
    expect(alike(second ?? '')).toBe(alike(first))
    expect(first).toContain('the server stopped during the answer')
    const run = await studio.context.database.db
      .selectFrom('run')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(run).toMatchObject({ state: 'failed', measure: 'estimated' })
    expect([await countOf('run'), await endsOf()]).toEqual([1, [run.id]])
  }
)

/** Removes the parts of an answer that differ each time. */
function alike(text: string): string {
  return text.replaceAll(/"trace_id":"[^"]*"|"created":\d+/g, '')
}
