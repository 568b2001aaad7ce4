import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '#servers/lib/database/database.ts'
import { handClock } from './clock.ts'
import { COMPILED } from './compiled.ts'
import type { Store } from './database.ts'
import { programPath } from './test-programs.ts'
import { openStudio, type TestPerson, type TestStudio } from './studio.ts'

/**
 * The moment at which a call's process is killed: before its transaction, before the commit, or
 * right after the commit.
 */
export type Point = 'begun' | 'before' | 'after'

/** A request of a test with its own idempotency key; `accept` makes it a stream. */
export type KeyedCall = {
  path: string
  json: object
  key: string
  accept?: string
  by?: 'person' | 'key'
}

const SECRET = 'x'.repeat(40)
const ENVIRONMENT = { RATE_LIMITS: 'off', FREE_AMOUNT: '100' }

type Child = { process: ChildProcess; url: string; said(pattern: RegExp): Promise<string> }

/** A lease in milliseconds that does not expire during a test, so that no sweep ends the runs. */
const LONG = 3_600_000

/**
 * Opens a studio on the store in this process, at the current time. Tests close it before they kill
 * another process on the store.
 */
export async function openOn(store: Store): Promise<TestStudio> {
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  return openStudio(
    { database, environment: ENVIRONMENT, clock: handClock(Date.now()) },
    { lease: LONG }
  )
}

/**
 * Sends requests one after the other to a new process. When all of them have stopped at the given
 * point, it kills the process (-9).
 */
export async function killOver(
  store: Store,
  who: TestPerson,
  calls: readonly KeyedCall[],
  still: Point
): Promise<void> {
  await withChild(store, still, async child => {
    for (const [index, call] of calls.entries()) {
      const answer = post(child, who, call).then(
        response => response.text(),
        () => 'cut off'
      )
      const first = await Promise.race([
        child.said(new RegExp(`(?:still\\n){${index + 1}}`)),
        answer
      ])
      if (!first.startsWith('still')) throw new Error(`${call.path} did not stand still: ${first}`)
    }
  })
}

/**
 * Kills a process (-9) in the middle of a stream.
 * @returns the text of the stream so far
 */
export async function killMidStream(
  store: Store,
  who: TestPerson,
  call: KeyedCall
): Promise<string> {
  let text = ''
  await withChild(store, 'nowhere', async child => {
    const { body } = await post(child, who, call)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    while (text.split('delta_answer').length < 5) {
      const piece = await reader?.read()
      if (piece === undefined || piece.done) throw new Error(`the stream ended: ${text}`)
      text += piece.value
    }
    reader?.cancel().catch(() => undefined)
  })
  return text
}

/** Sends the same request with the same key, in this process. */
export function again(studio: TestStudio, who: TestPerson, call: KeyedCall): Promise<Response> {
  return studio.call(call.path, {
    json: call.json,
    token: tokenOf(call, who),
    headers: headersOf(call)
  })
}

function post({ url }: Child, who: TestPerson, call: KeyedCall): Promise<Response> {
  const headers = {
    ...headersOf(call),
    authorization: `Bearer ${tokenOf(call, who)}`,
    'content-type': 'application/json'
  }
  return fetch(`${url}${call.path}`, { method: 'POST', headers, body: JSON.stringify(call.json) })
}

function headersOf({ key, accept = 'application/json' }: KeyedCall): Record<string, string> {
  return { 'idempotency-key': `killed-${key}`, accept }
}

function tokenOf({ by }: KeyedCall, { token, credential }: TestPerson): string {
  return by === 'key' ? credential.token : token.access_token
}

/** Starts a process and kills it after the work with it. */
async function withChild(
  store: Store,
  still: Point | 'nowhere',
  work: (child: Child) => Promise<void>
): Promise<void> {
  const place = {
    PORT: '0',
    DATA_DIR: store.dataDir,
    ...(store.databaseUrl !== null && { DATABASE_URL: store.databaseUrl })
  }
  const argument = JSON.stringify({
    environment: { ...ENVIRONMENT, ...place, SECRET, LOG_LEVEL: 'silent' },
    still
  })
  const env = { ...process.env, ...COMPILED }
  const child = spawn(process.execPath, [programPath('once'), argument], {
    env,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const gone = once(child, 'exit')
  const said = listenTo(child)
  try {
    const ready = await said(/ready \S+\n/)
    await work({ process: child, url: ready.trim().replace('ready ', ''), said })
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

/**
 * Returns a function that waits until the output of a process matches. Earlier output counts too.
 */
function listenTo(child: ChildProcess): Child['said'] {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk)
    child.emit('said')
  })
  return pattern =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const [found] = pattern.exec(output) ?? []
        if (found !== undefined) resolve(found)
      }
      child.on('said', look)
      child.once('exit', () => reject(new Error(`the process ended: ${output}`)))
      look()
    })
}
