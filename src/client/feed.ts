import { request } from '#client/call.ts'
import { BrokenStream, readEvents, type LineEvent } from '#client/event-lines.ts'
import { callerHeaders } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import { isRecord, textAt } from '#client/json.ts'
import { warn } from '#client/log.ts'

/**
 * Something that happened to one of the person's runs. `ready` and `gone` are about the feed itself; `changed` says what else
 * of their account is not as it was, by its topics (`of`).
 */
export type FeedEvent = {
  /** From where a reader goes on that has seen this one: `<time>` and `.<run>:<number>` for each run that matters. */
  cursor: string
  type: string
  /** Empty for `ready` and `changed`. */
  run: string
  /** Number within its run, from 1. */
  seq: number
  service: string
  data: Readonly<Record<string, unknown>>
}

/** Nearly three of the server's heartbeats, in milliseconds. */
const SILENCE = 40_000

/** How long the first byte may take, in milliseconds. */
const BEGINNING = 20_000

/**
 * Opens the feed of a person's runs. Null stands for a heartbeat.
 * @param cursor the last one known; empty for what is in the making, and all that comes
 * @throws Problem; while it is read {@link BrokenStream}
 */
export async function openFeed(
  hub: HubInfo,
  token: string,
  cursor: string,
  signal: AbortSignal
): Promise<AsyncGenerator<FeedEvent | null>> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('no beginning', 'TimeoutError')), BEGINNING)
  try {
    const url = `${hub.hosts.api}/events${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`
    const headers = { accept: 'text/event-stream', ...callerHeaders(hub, 'api') }
    const response = await request(url, { token, headers, signal: AbortSignal.any([signal, late.signal]) })
    if (response.body === null) throw new BrokenStream('the feed is empty')
    return feedEvents(readEvents(response.body, SILENCE))
  } finally {
    clearTimeout(timer)
  }
}

/** The cursor with one run taken back, or added: the server tells it again from behind `after`. */
export function withRun(cursor: string, run: string, after: number): string {
  const [since = '', ...runs] = cursor.split('.')
  return [since, ...runs.filter(each => !each.startsWith(`${run}:`)), `${run}:${after}`].join('.')
}

/** Does a feed that goes on from this cursor tell all of the run that comes behind `after`? */
export function covers(cursor: string, run: string, after: number): boolean {
  const entry = cursor.split('.').find(each => each.startsWith(`${run}:`))
  const seq = entry === undefined ? -1 : Number(entry.slice(run.length + 1))
  return seq >= 0 && seq <= after
}

async function* feedEvents(lines: AsyncGenerator<LineEvent>): AsyncGenerator<FeedEvent | null> {
  let cursor = ''
  for await (const line of lines) {
    const event = line && (parseEvent(line.id, line.data) ?? lostEvent(cursor, line.id))
    if (event !== null || line === null) yield event
    cursor = line?.id ?? cursor
  }
}

/** What cannot be read is told as an event that says nothing, so that the run goes on behind it. Null where nobody knows which one it was. */
function lostEvent(before: string, cursor: string): FeedEvent | null {
  const known = before.split('.')
  const place = cursor.split('.').findLast((each, index) => index > 0 && !known.includes(each)) ?? ''
  const [run = '', seq] = place.split(':')
  warn(`event ${seq ?? '?'} of run ${run} could not be read`, run)
  return seq === undefined ? null : { cursor, type: 'lost', run, seq: Number(seq), service: '', data: {} }
}

/** @returns null for what is no event of a feed */
function parseEvent(cursor: string, text: string): FeedEvent | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(data) || cursor === '') return null
  const seq = typeof data['seq'] === 'number' ? data['seq'] : 0
  return { cursor, type: textAt(data, 'type'), run: textAt(data, 'run_id'), seq, service: textAt(data, 'service'), data }
}
