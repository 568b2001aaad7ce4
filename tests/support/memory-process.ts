// Makes one kind of call again and again and measures the memory that it leaves. It is a process of
// its own, so that no other test allocates meanwhile. Its arguments are the kind, the number of calls
// in a round, and the bytes that a call may leave. It prints JSON: { grown: bytes per call, by round;
// statuses }.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import './quick-hash.ts'
import './light-media.ts'
import { isUndecided, type MemoryKind, type MemoryReport } from './memory-kinds.ts'
import { LOCAL, openStudio, person } from './studio.ts'

const kind = process.argv[2] as MemoryKind
const [calls = 0, most = 0] = process.argv.slice(3).map(Number)
const collectGarbage = globalThis.gc
if (collectGarbage === undefined) throw new Error('Start with --expose-gc.')

const studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '1000000' } })
const ada = await person(studio)

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

const CALLS: Record<MemoryKind, () => Promise<number>> = {
  'a followed event': follow,
  'a streamed answer': () => spend('/aichat/conversations', chat, { accept: 'text/event-stream' }),
  'an answer with an idempotency key': () =>
    spend('/aichat/conversations', chat, { 'idempotency-key': invent() }),
  'a completion': () => spend('/v1/chat/completions', { model: 'gpt-5', messages }),
  'the begin of an image': () => spend('/flux/images', { prompt: 'a lighthouse', async: true }),
  'a sign-up': async () => {
    await person(studio)
    return 200
  },
  'an invented key': async () =>
    (await studio.call('/flux/tasks', { json: {}, token: invent() })).status,
  'an invented code': async () =>
    (await studio.call('/oauth2/v1/token', { json: { code: invent() } })).status,
  'an invented host': async () =>
    (await studio.fetch(new Request(`http://${invent()}.example.com/flux`), LOCAL)).status
}

/** Returns the bytes in use after everything that can be collected is. */
async function measureHeap(): Promise<number> {
  for (let times = 0; times < 4; times++) {
    // Timers and closed streams let go of more with the next turns.
    await pause(20)
    collectGarbage?.()
  }
  return process.memoryUsage().heapUsed
}

const statuses = new Set<number>()
const grown: number[] = []
let before = 0
while (isUndecided(grown, most)) {
  for (let times = 0; times < calls; times++) statuses.add(await CALLS[kind]())
  const heap = await measureHeap()
  grown.push((heap - before) / calls)
  before = heap
}
const report: MemoryReport = { grown, statuses: [...statuses] }
process.stdout.write(JSON.stringify(report))
await studio.close()
process.exit()
