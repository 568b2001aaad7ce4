import { expect } from 'vitest'
import type { StartedAnswer, Conversation } from '#contract/conversation.ts'
import { systemClock } from '#core/clock.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import {
  BASE,
  json,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from './studio.ts'

export type FeedEvent = {
  cursor: string
  type: string
  run_id: string
  seq: number
  id: string
  delta_answer: string
}

type Process = Pick<Studio, 'fetch'>

/** Two instances of the servers on one database, like two processes, and the feed of a user. */
export type FeedWorld = {
  studio: TestStudio
  other: Studio
  ada: TestPerson
  openFeed(process: Process, cursor: string, who?: TestPerson): Promise<Response>
  /** Asks a question without waiting for its answer. */
  ask(question: string, who?: TestPerson, process?: Process): Promise<StartedAnswer>
  /** Expects every event of these runs once, in order and with the whole answer. */
  expectOnce(
    events: readonly FeedEvent[],
    asked: readonly StartedAnswer[],
    who?: TestPerson
  ): Promise<void>
  waitForEnd(run: string): Promise<void>
  close(): Promise<void>
}

export async function openFeedWorld(): Promise<FeedWorld> {
  const studio = await openStudio({ clock: { ...systemClock, advance: () => undefined } })
  const { close: _, ...context } = studio.context
  const other = await mountParts(context, { site: false })
  const ada = await person(studio)
  return {
    studio,
    other,
    ada,
    openFeed: (process, cursor, who = ada) => openFeed(process, cursor, who),
    ask: (question, who = ada, process = studio) => askLater(question, who, process),
    expectOnce: (events, asked, who = ada) => expectOnce(studio, events, asked, who),
    waitForEnd: run => waitForEnd(studio, run),
    async close() {
      for (const part of Object.values(other.parts)) await part.stop()
      await studio.close()
    }
  }
}

function openFeed(process: Process, cursor: string, { token }: TestPerson): Promise<Response> {
  const headers = { authorization: `Bearer ${token.access_token}` }
  const address = `${BASE}/events?cursor=${encodeURIComponent(cursor)}`
  return process.fetch(new Request(address, { headers }), LOCAL)
}

function askLater(
  question: string,
  { credential }: TestPerson,
  process: Process
): Promise<StartedAnswer> {
  const headers = {
    authorization: `Bearer ${credential.token}`,
    'content-type': 'application/json'
  }
  const body = JSON.stringify({ model: 'gpt-5-all', question, async: true })
  const request = new Request(`${BASE}/aichat/conversations`, { method: 'POST', headers, body })
  return json(process.fetch(request, LOCAL))
}

async function expectOnce(
  studio: TestStudio,
  events: readonly FeedEvent[],
  asked: readonly StartedAnswer[],
  { credential }: TestPerson
): Promise<void> {
  for (const { id, run_id } of asked) {
    const own = events.filter(event => event.run_id === run_id)
    expect(own.map(event => event.seq)).toEqual(own.map((_, index) => index + 1))
    const { messages } = await json<Conversation>(
      studio.call('/aichat/conversations', {
        json: { action: 'retrieve', id },
        token: credential.token
      })
    )
    expect(own.map(event => event.delta_answer).join('')).toBe(messages?.[1]?.content)
  }
}

async function waitForEnd({ context }: TestStudio, run: string): Promise<void> {
  const rows = context.database.db.selectFrom('run').select('finished_at').where('id', '=', run)
  await expect
    .poll(async () => (await rows.executeTakeFirst())?.finished_at, { timeout: 15_000 })
    .not.toBeNull()
}

/** Longest time in milliseconds that a feed is read. A test then fails with what has arrived. */
const LONGEST = 60_000

/**
 * Reads a feed until `enough` returns true, then disconnects.
 * @param ragged simulates a connection that breaks within an event: the last event is dropped if it
 * was complete
 */
export async function readFeed(
  response: Response,
  enough: (events: FeedEvent[], bytes: number) => boolean,
  ragged = false
): Promise<FeedEvent[]> {
  if (!response.ok) throw new Error(await response.text())
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const events: FeedEvent[] = []
  let [torn, bytes] = ['', 0]
  const late = setTimeout(() => void reader?.cancel(), LONGEST)
  while (!enough(events, bytes)) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) break
    bytes += value.byteLength
    const blocks = (torn + decoder.decode(value, { stream: true })).split('\n\n')
    torn = blocks.pop() ?? ''
    events.push(...blocks.flatMap(parseEvent))
  }
  clearTimeout(late)
  await reader?.cancel()
  return ragged && torn === '' ? events.slice(0, -1) : events
}

function parseEvent(block: string): FeedEvent[] {
  const [, cursor, data] = /^id: (.*)\ndata: (.*)$/m.exec(block) ?? []
  return cursor === undefined || data === undefined
    ? []
    : [{ cursor, ...(JSON.parse(data) as Omit<FeedEvent, 'cursor'>) }]
}

/** Lists the runs that have ended in these events. */
export function endedRuns(events: readonly FeedEvent[]): string[] {
  return events
    .filter(({ type }) => type === 'done' || type === 'error')
    .map(({ run_id }) => run_id)
}
