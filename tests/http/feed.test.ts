import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AskedRun, Conversation } from '#contract/conversation.ts'
import { systemClock } from '#core/clock.ts'
import { feedResponse } from '#servers/api/chat/frames.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import {
  BASE,
  json,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
/** Another process on the same database, but for the memory they would not share. */
let other: Studio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ clock: { ...systemClock, advance: () => undefined } })
  const { close: _, ...context } = studio.context
  other = await mountParts(context, { site: false })
  ada = await person(studio)
})
afterAll(async () => {
  for (const part of Object.values(other.parts)) await part.stop()
  await studio.close()
})

type Told = {
  cursor: string
  type: string
  run_id: string
  seq: number
  id: string
  delta_answer: string
}
type Process = Pick<Studio, 'fetch'>

function openFeed(process: Process, cursor: string, who = ada): Promise<Response> {
  const headers = { authorization: `Bearer ${who.token.access_token}` }
  return process.fetch(
    new Request(`${BASE}/events?cursor=${encodeURIComponent(cursor)}`, { headers }),
    LOCAL
  )
}

async function begin(question: string, who = ada, process: Process = studio): Promise<AskedRun> {
  const headers = {
    authorization: `Bearer ${who.credential.token}`,
    'content-type': 'application/json'
  }
  const body = JSON.stringify({ model: 'gpt-5-all', question, async: true })
  return json(
    process.fetch(
      new Request(`${BASE}/aichat/conversations`, { method: 'POST', headers, body }),
      LOCAL
    )
  )
}

const kept = (id: string, who = ada): Promise<Conversation> =>
  json(
    studio.call('/aichat/conversations', {
      json: { action: 'retrieve', id },
      token: who.credential.token
    })
  )

function toldIn(block: string): Told[] {
  const [, cursor, data] = /^id: (.*)\ndata: (.*)$/m.exec(block) ?? []
  return cursor === undefined || data === undefined
    ? []
    : [{ cursor, ...(JSON.parse(data) as Omit<Told, 'cursor'>) }]
}

/** Reads until `enough` says so, then cuts the line. @returns the whole events; `ragged`: as if cut within the last */
async function read(
  response: Response,
  enough: (told: Told[], bytes: number) => boolean,
  ragged = false
): Promise<Told[]> {
  if (!response.ok) throw new Error(await response.text())
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const told: Told[] = []
  let [torn, bytes] = ['', 0]
  while (!enough(told, bytes)) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) break
    bytes += value.byteLength
    const blocks = (torn + decoder.decode(value, { stream: true })).split('\n\n')
    torn = blocks.pop() ?? ''
    told.push(...blocks.flatMap(toldIn))
  }
  await reader?.cancel()
  return ragged && torn === '' ? told.slice(0, -1) : told
}

const ended = (told: readonly Told[]): string[] =>
  told.filter(({ type }) => type === 'done' || type === 'error').map(({ run_id }) => run_id)

async function expectOnce(
  told: readonly Told[],
  asked: readonly AskedRun[],
  who = ada
): Promise<void> {
  for (const { id, run_id } of asked) {
    const mine = told.filter(event => event.run_id === run_id)
    expect(mine.map(event => event.seq)).toEqual(mine.map((_, index) => index + 1))
    expect(mine.map(event => event.delta_answer).join('')).toBe(
      (await kept(id, who)).messages?.[1]?.content
    )
  }
}

/** A small generator with a seed, so that a failure can be met again (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const last = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((last ^ (last >>> 14)) >>> 0) / 2 ** 32
  }
}

async function over(run: string): Promise<void> {
  const rows = studio.context.database.db
    .selectFrom('run')
    .select('finished_at')
    .where('id', '=', run)
  await expect
    .poll(async () => (await rows.executeTakeFirst())?.finished_at, { timeout: 15_000 })
    .not.toBeNull()
}

test('an async question is answered at once, repeated with its key, and refused as usual', async () => {
  const ask = (question: string): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question, async: true },
      token: ada.credential.token,
      headers: { 'idempotency-key': 'async' }
    })
  const answer = await ask('tides? [sandbox:tokens=20]')
  expect(answer.headers.get('content-type')).toContain('application/json')
  const asked = await json<AskedRun>(answer)
  expect(Object.keys(asked)).toEqual(['id', 'run_id'])
  expect(await json(ask('tides? [sandbox:tokens=20]'))).toEqual(asked)
  expect((await ask('')).status).toBe(422)
  const refused = await studio.call('/aichat/conversations', {
    json: { async: true },
    token: ada.credential.token
  })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    'bad_request'
  ])
})

test('a reader that reconnects at random bytes to two processes gets each event once', async () => {
  const random = seeded(7)
  const told = await read(await openFeed(studio, ''), events => events.length > 0)
  expect(told[0]?.type).toBe('ready')
  const asked = await Promise.all(
    [1, 2, 3].map(index => begin(`tides ${index} [sandbox:tokens=2400]`))
  )
  const all = (more: readonly Told[] = []): boolean => {
    const known = new Set(ended([...told, ...more]))
    return asked.length === 7 && asked.every(({ run_id }) => known.has(run_id))
  }
  for (let cut = 0; !all(); cut++) {
    if (cut > 3 && cut < 8) {
      // Begins and ends while the reader is away, on either process.
      const away = await begin(
        `storm ${cut} [sandbox:tokens=30]`,
        ada,
        cut % 2 === 0 ? studio : other
      )
      await over(away.run_id)
      asked.push(away)
    }
    const limit = Math.ceil(random() * 12_000)
    const feed = await openFeed(cut % 2 === 0 ? other : studio, told.at(-1)?.cursor ?? '')
    const more = await read(feed, (events, bytes) => bytes >= limit || all(events), random() < 0.5)
    told.push(...more.filter(({ type }) => type !== 'ready'))
  }
  expect(asked).toHaveLength(7)
  await expectOnce(told, asked)
})

test('a listed run that starts and ends while the reader is away is delivered', async () => {
  const eve = await person(studio)
  const asked = await begin('tides [sandbox:delay=600] [sandbox:tokens=20]', eve)
  const first = await read(await openFeed(studio, '', eve), events => events.length > 0)
  expect(first[0]?.cursor).toContain(`${asked.run_id}:0`)
  await over(asked.run_id)
  // As if it were long ago: only the list can bring it back.
  await studio.context.database.db
    .updateTable('run')
    .set({ created_at: 1 })
    .where('id', '=', asked.run_id)
    .execute()
  await expectOnce(
    await read(
      await openFeed(other, first[0]?.cursor ?? '', eve),
      events => ended(events).length === 1
    ),
    [asked],
    eve
  )
})

test('a reader that names a run gets it from there, and a deleted run is reported as gone', async () => {
  const asked = await begin('tides [sandbox:tokens=60]')
  await over(asked.run_id)
  const whole = (
    await read(await openFeed(studio, `.${asked.run_id}:0`), events =>
      ended(events).includes(asked.run_id)
    )
  ).filter(({ run_id }) => run_id === asked.run_id)
  await expectOnce(whole, [asked])
  const rest = await read(await openFeed(studio, `.${asked.run_id}:3`), events =>
    ended(events).includes(asked.run_id)
  )
  expect(rest.filter(({ run_id }) => run_id === asked.run_id).map(({ seq }) => seq)).toEqual(
    whole.slice(3).map(({ seq }) => seq)
  )
  await studio.context.database.db.deleteFrom('event').where('run_id', '=', asked.run_id).execute()
  const gone = await read(await openFeed(studio, `.${asked.run_id}:3`), events =>
    events.some(({ type }) => type === 'gone')
  )
  expect(gone.find(({ type }) => type === 'gone')?.run_id).toBe(asked.run_id)
})

test('more runs than a feed follows at once are all delivered, and the cursor fits an address', async () => {
  const eve = await person(studio)
  const asked = await begin('one [sandbox:tokens=1]', eve)
  const [start] = await read(
    await openFeed(studio, `.${asked.run_id}:0`, eve),
    events => ended(events).length === 1
  )
  const { db } = studio.context.database
  const run = await db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', asked.run_id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 130 }, (_, index) => ({
    ...run,
    id: `copy-${run.id.slice(0, 8)}-${index}`,
    created_at: run.created_at + index
  }))
  const events = copies.flatMap(({ id }) =>
    ['start', 'text_delta', 'done'].map((type, index) => ({
      run_id: id,
      seq: index + 1,
      data: JSON.stringify({ type }),
      created_at: 1
    }))
  )
  await db.insertInto('run').values(copies).execute()
  await db.insertInto('event').values(events).execute()
  const told: Told[] = []
  const all = (more: readonly Told[] = []): boolean =>
    new Set(ended([...told, ...more])).size === 131
  for (let cut = 0; !all(); cut++) {
    const feed = await openFeed(
      cut % 2 === 0 ? studio : other,
      told.at(-1)?.cursor ?? start?.cursor ?? '',
      eve
    )
    told.push(
      ...(await read(feed, (more, bytes) => bytes > 90_000 || all(more), cut % 3 > 0)).filter(
        ({ type }) => type !== 'ready'
      )
    )
  }
  expect(Math.max(...told.map(({ cursor }) => cursor.length))).toBeLessThan(8000)
  for (const { id } of copies)
    expect(told.filter(({ run_id }) => run_id === id).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('the feed contains no runs of other users, even if it names them', async () => {
  const eve = await person(studio)
  const asked = await begin('secret [sandbox:tokens=100]')
  const told = read(
    await openFeed(studio, `.${asked.run_id}:0`, eve),
    events => ended(events).length === 1
  )
  const own = await begin('hers [sandbox:tokens=20]', eve)
  await over(asked.run_id)
  expect(
    (await told).filter(({ run_id }) => run_id === asked.run_id).map(({ type, id }) => [type, id])
  ).toEqual([['gone', undefined]])
  expect(ended(await told)).toEqual([own.run_id])
  expect((await studio.call('/events', { token: 'nobody' })).status).toBe(401)
})

test.each([
  'x y',
  '!',
  'abc.',
  'abc.run',
  'abc.run:x',
  '.run:99999999999',
  `abc${'.r:1'.repeat(200)}`
])('the cursor %s is refused', async cursor => {
  const answer = await openFeed(studio, cursor)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { code: 'bad_request', issues: [{ field: 'cursor' }] }
  })
})

test('a stalled reader delays neither runs nor other readers, and misses nothing', async () => {
  const eve = await person(studio)
  const stalled = await openFeed(studio, '', eve)
  const asked = await Promise.all(
    [1, 2, 3].map(index => begin(`long ${index} [sandbox:tokens=6000]`, eve))
  )
  const live = await read(await openFeed(studio, '', eve), events => ended(events).length === 3)
  const late = await read(stalled, events => ended(events).length === 3)
  for (const told of [live, late]) await expectOnce(told, asked, eve)
  expect(late.length).toBeGreaterThan(400)
})

test('a silent feed sends heartbeats', async () => {
  let stopped = false
  const silence = async function* (): AsyncGenerator<{ cursor: string; data: { type: string } }> {
    await new Promise<void>(() => undefined)
    yield { cursor: '', data: { type: 'ready' } }
  }
  const response = feedResponse(silence(), 'en', {
    stop: () => void (stopped = true),
    heartbeat: 5
  })
  const reader = response.body?.getReader()
  for (let beat = 0; beat < 3; beat++)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': \n\n')
  await reader?.cancel()
  expect(stopped).toBe(true)
})
