import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doseOf, FULL_DOSE } from '../support/dose.ts'
import { LOCAL, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Calls of one kind in a round. In the first half of the rounds, caches fill and code is compiled. */
const CALLS = FULL_DOSE ? 100 : 25
const ROUNDS = 16

/**
 * Bytes that a call may leave in memory: the median of the rounds in the second half. It is about
 * 100 where nothing stays, since single rounds still grow, and more after few calls. What stays for
 * each call, such as an object with its closures, adds its bytes to every round.
 */
const MOST = FULL_DOSE ? 300 : 4000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '1000000' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

const invent = (): string => randomBytes(8).toString('hex')

/** Makes a call that costs credits, and reads its answer. @returns its status */
async function spend(path: string, json: object, headers: Record<string, string> = {}) {
  const answer = await studio.call(path, { json, token: ada.credential.token, headers })
  await answer.text()
  return answer.status
}

/** Follows the events of the user until the first one. */
async function follow(): Promise<number> {
  const stopping = new AbortController()
  const { status, body } = await studio.call('/events', {
    token: ada.token.access_token,
    signal: stopping.signal
  })
  const reader = body?.getReader()
  await reader?.read()
  stopping.abort()
  await reader?.cancel().catch(() => undefined)
  return status
}

const question = '[sandbox:tokens=3]'
const chat = { model: 'gpt-5-all', question }
const messages = [{ role: 'user', content: question }]

const KINDS: Record<string, { status: number; call(): Promise<number> }> = {
  // First, since the first event lists all tasks under way.
  'a followed event': { status: 200, call: follow },
  'a streamed answer': {
    status: 200,
    call: () => spend('/aichat/conversations', chat, { accept: 'text/event-stream' })
  },
  'an answer with an idempotency key': {
    status: 200,
    call: () => spend('/aichat/conversations', chat, { 'idempotency-key': invent() })
  },
  'a completion': {
    status: 200,
    call: () => spend('/v1/chat/completions', { model: 'gpt-5', messages })
  },
  'the begin of an image': {
    status: 200,
    call: () => spend('/flux/images', { prompt: 'a lighthouse', async: true })
  },
  'a sign-up': {
    status: 200,
    call: async () => {
      await person(studio)
      return 200
    }
  },
  'an invented key': {
    status: 401,
    call: async () => (await studio.call('/flux/tasks', { json: {}, token: invent() })).status
  },
  'an invented code': {
    status: 400,
    call: async () => (await studio.call('/oauth2/v1/token', { json: { code: invent() } })).status
  },
  'an invented host': {
    status: 421,
    call: async () =>
      (await studio.fetch(new Request(`http://${invent()}.example.com/flux`), LOCAL)).status
  }
}

/** Returns the bytes in use after everything that can be collected is. */
async function measureHeap(): Promise<number> {
  for (let times = 0; times < 4; times++) {
    // Timers and closed streams let go of more with the next turns.
    await pause(20)
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

test.each(doseOf(Object.entries(KINDS), 1))(
  '%s leaves nothing in memory',
  async (_, { status, call }) => {
    const statuses = new Set<number>()
    const grown: number[] = []
    let before = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (let times = 0; times < CALLS; times++) statuses.add(await call())
      const heap = await measureHeap()
      grown.push((heap - before) / CALLS)
      before = heap
    }
    const later = grown.slice(ROUNDS / 2).toSorted((a, b) => a - b)
    expect(later[ROUNDS / 4], `bytes by round: ${grown}`).toBeLessThan(MOST)
    expect([...statuses]).toEqual([status])
  }
)
