import { pageHub } from '#client/page-hub.ts'
import { sendRequest } from '#client/call.ts'
import { BrokenStream, readEventStream, type StreamEvent } from '#client/event-lines.ts'
import { callerHeaders } from '#client/headers.ts'
import { isJsonRecord, textAt } from '#client/json.ts'
import { warnOnce } from '#client/log.ts'

/**
 * An event of one of the user's runs. `ready` and `gone` are about the feed itself. `changed` lists
 * in `of` the topics of the account that have changed.
 */
export type FeedEvent = {
  /**
   * The position after this event: `<time>`, then `.<run>:<number>` for each run that is open or
   * has just ended.
   */
  cursor: string
  type: string
  /** Empty for `ready` and `changed`. */
  run: string
  /** Number within its run, from 1. */
  seq: number
  service: string
  data: Readonly<Record<string, unknown>>
}

/** The longest silence of the feed, in milliseconds: nearly three heartbeats of the server. */
const SILENCE = 40_000

/** The longest wait for the beginning of the response, in milliseconds. */
const BEGINNING = 20_000

/**
 * Opens the feed of the user's runs. It yields null for a heartbeat.
 * @param cursor the last one known; empty for runs in progress and all future events
 * @throws Problem when it cannot be opened; the generator throws {@link BrokenStream}
 */
export async function openFeed(
  token: string,
  cursor: string,
  signal: AbortSignal
): Promise<AsyncGenerator<FeedEvent | null>> {
  const hub = pageHub()
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('no beginning', 'TimeoutError')),
    BEGINNING
  )
  try {
    const url = `${hub.hosts.api}/events${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`
    const headers = { accept: 'text/event-stream', ...callerHeaders('api') }
    const response = await sendRequest(url, {
      token,
      headers,
      signal: AbortSignal.any([signal, late.signal])
    })
    if (response.body === null) throw new BrokenStream('the feed is empty')
    return feedEvents(readEventStream(response.body, SILENCE))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the cursor with another position for one run. A feed that resumes there sends that run's
 * events after number `after` again.
 */
export function cursorWithRun(cursor: string, run: string, after: number): string {
  const [since = '', ...runs] = cursor.split('.')
  return [since, ...runs.filter(each => !each.startsWith(`${run}:`)), `${run}:${after}`].join('.')
}

/**
 * Checks whether a feed that resumes at this cursor delivers all events of the run after `after`.
 */
export function cursorCoversRun(cursor: string, run: string, after: number): boolean {
  const entry = cursor.split('.').find(each => each.startsWith(`${run}:`))
  const seq = entry === undefined ? -1 : Number(entry.slice(run.length + 1))
  return seq >= 0 && seq <= after
}

async function* feedEvents(lines: AsyncGenerator<StreamEvent>): AsyncGenerator<FeedEvent | null> {
  let cursor = ''
  for await (const line of lines) {
    const event = line && (parseEvent(line.id, line.data) ?? lostEvent(cursor, line.id))
    if (event !== null || line === null) yield event
    cursor = line?.id ?? cursor
  }
}

/**
 * Creates an empty `lost` event in place of one that cannot be read, so that the run continues
 * after it. Returns null if the number of the unreadable event is unknown.
 */
function lostEvent(before: string, cursor: string): FeedEvent | null {
  const known = before.split('.')
  const place =
    cursor.split('.').findLast((each, index) => index > 0 && !known.includes(each)) ?? ''
  const [run = '', seq] = place.split(':')
  warnOnce(`event ${seq ?? '?'} of run ${run} could not be read`, run)
  return seq === undefined
    ? null
    : { cursor, type: 'lost', run, seq: Number(seq), service: '', data: {} }
}

/**
 * Parses an event of the feed.
 * @returns null if it is invalid
 */
function parseEvent(cursor: string, text: string): FeedEvent | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return null
  }
  if (!isJsonRecord(data) || cursor === '') return null
  const seq = typeof data['seq'] === 'number' ? data['seq'] : 0
  return {
    cursor,
    type: textAt(data, 'type'),
    run: textAt(data, 'run_id'),
    seq,
    service: textAt(data, 'service'),
    data
  }
}
