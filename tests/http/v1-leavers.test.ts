import { afterAll, beforeAll, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import { tokenCost } from '#core/money.ts'
import { estimateTokens } from '#core/tokens.ts'
import { credit, readRemaining } from '#servers/ledger/ledger.ts'
import { listen } from '#servers/listen.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { seeded } from '../support/seeded.ts'
import { ledgerFaults } from '../support/shop.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const CALLERS = 18
const MONEY = 95_000_000
const MODEL = 'gpt-6-sol'
const PIECES = Array.from({ length: 200 }, (_, index) => `Tide ${index} comes in and goes out. `)

const PATIENCE = { timeout: 60_000 }

/** Number of frames that the vendor sends before it pauses. The first one has no text. */
const SAID = 20

let vendor: OpenaiServer
let studio: TestStudio
let line: Awaited<ReturnType<typeof listen>>
let ada: TestPerson

beforeAll(async () => {
  vendor = await startOpenaiServer({ pieces: PIECES })
  const environment = {
    OPENAI_API_KEY: 'sk-operator',
    OPENAI_BASE_URL: vendor.url,
    FREE_AMOUNT: '0',
    RATE_LIMITS: 'off'
  }
  studio = await openStudio({ environment })
  line = await listen(studio, { ...studio.context.config, port: 0, host: '127.0.0.1' })
  ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: MONEY,
    now: 0
  } as const
  await credit(studio.context.database.db, 'order', money)
})
afterAll(async () => {
  await line.stop()
  await vendor.close()
})

const runs = () =>
  studio.context.database.db
    .selectFrom('run')
    .select(['state', 'reason', 'measure', 'charged', 'response'])
    .execute()

function ask(index: number, signal: AbortSignal, stream = true): Promise<Response> {
  return fetch(`${line.url}/v1/chat/completions`, {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${ada.credential.token}`,
      'content-type': 'application/json'
    },
    body: JSON.stringify({
      model: MODEL,
      stream,
      messages: [{ role: 'user', content: `Tell me of tide ${index}` }]
    })
  })
}

/**
 * Reads the frames that the vendor sends before it pauses, waits until all callers have read them,
 * and then disconnects.
 * @returns the text that was read
 */
async function readAndLeave(index: number, hasRead: () => Promise<void>): Promise<string> {
  const leaving = new AbortController()
  const answer = await ask(index, leaving.signal)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const last = PIECES[SAID - 2] ?? ''
  while (!text.includes(last)) {
    const { value = '', done } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error(`ended after ${text}`)
    for (const [, piece = '""'] of value.matchAll(/"content":("(?:[^"\\]|\\.)*")/g))
      text += JSON.parse(piece) as string
  }
  await hasRead()
  leaving.abort()
  return text
}

test('eighteen callers who leave at once each stop their answer at the vendor and pay for the shown text', async () => {
  vendor.hold(SAID)
  const { promise: allRead, resolve } = Promise.withResolvers<void>()
  let readers = 0
  const hasRead = (): Promise<void> => {
    if (++readers === CALLERS) resolve()
    return allRead
  }
  const said = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => readAndLeave(index, hasRead))
  )
  expect(await Promise.all(vendor.requests.map(({ ended }) => ended))).toEqual(
    Array.from({ length: CALLERS }, () => 'left')
  )
  await expect
    .poll(async () => (await runs()).filter(({ state }) => state === 'cancelled').length, PATIENCE)
    .toBe(CALLERS)

  const price = findModel(MODEL)?.price ?? { input: 0, output: 0 }
  const ended = await runs()
  for (const run of ended) {
    expect(run).toMatchObject({ state: 'cancelled', reason: 'canceled', measure: 'estimated' })
    const { usage } = JSON.parse(run.response ?? '{}') as {
      usage: { prompt_tokens: number; completion_tokens: number }
    }
    expect(usage.prompt_tokens).toBeGreaterThan(0)
    expect(usage.completion_tokens).toBe(estimateTokens(said[0] ?? ''))
    expect(run.charged).toBe(tokenCost(price, usage.prompt_tokens, usage.completion_tokens))
  }
  const charged = ended.reduce((sum, run) => sum + run.charged, 0)
  expect(charged).toBeGreaterThan(0)
  expect(await readRemaining(studio.context.database.db, ada.application.id, 'real')).toBe(
    MONEY - charged
  )
  expect(await ledgerFaults(studio)).toEqual([])
})

test('eighteen callers who leave at any moment leave no run and no held credits behind', async () => {
  const { db } = studio.context.database
  const before = await readRemaining(db, ada.application.id, 'real')
  const known = new Set((await runIds()).map(({ id }) => id))
  const random = seeded(18)
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const leaving = AbortSignal.timeout(Math.floor(random() * 600))
      const answer = await ask(index, leaving, index % 2 === 0).catch(() => null)
      await answer?.text().catch(() => undefined)
    })
  )
  // A busy server may begin a run only after its caller has left.
  await expect
    .poll(async () => {
      const own = (await runIds()).filter(({ id }) => !known.has(id))
      const charged = own.reduce((sum, run) => sum + run.charged, 0)
      return {
        others: own.filter(({ state }) => state !== 'cancelled'),
        held: before - charged - (await readRemaining(db, ada.application.id, 'real'))
      }
    }, PATIENCE)
    .toEqual({ others: [], held: 0 })
  expect(await Promise.all(vendor.requests.map(({ ended: end }) => end))).not.toContain('finished')
  expect(await ledgerFaults(studio)).toEqual([])

  function runIds() {
    return db.selectFrom('run').select(['id', 'state', 'charged']).execute()
  }
})
