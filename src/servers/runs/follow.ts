import type { Queries } from '#servers/lib/database/queries.ts'
import { hasRunEnded, isFinal, readEvents, type RunEvent } from '#servers/runs/event-rows.ts'
import type { Listeners } from '#servers/runs/listeners.ts'

/** Milliseconds between two reads of events that another process writes. */
const POLL_EVERY = 250

/**
 * Milliseconds between two reads of events of this process. They are rare, since new events are
 * delivered to readers directly.
 */
const CHECK_EVERY = 5000

/** Events that a reader may lag behind in memory. A slower reader reads from the database. */
const MAX_LAG = 500

export type FollowOptions = {
  db: Queries
  /** Functions to call with a new event, or with nothing when the database may contain one. */
  listeners: Listeners<[event?: RunEvent]>
  /** Tells whether this process writes the events of the run. */
  isLocal: () => boolean
  /** Tells whether the database may contain events that the reader has not got. */
  hasNews: () => boolean
  runId: string
  /** Number of the last event that the reader has; 0 for none. */
  after: number
  signal: AbortSignal
}

/** Yields the events of a run after a number, then each new one, until the last one. */
export async function* followRun(options: FollowOptions): AsyncGenerator<RunEvent> {
  const { listeners, runId, signal } = options
  const inbox = new Inbox(options.hasNews())
  const forget = listeners.add(runId, event => inbox.take(event))
  const onAbort = (): void => inbox.wake()
  signal.addEventListener('abort', onAbort)
  try {
    yield* eventsIn(inbox, options)
  } finally {
    signal.removeEventListener('abort', onAbort)
    forget()
  }
}

async function* eventsIn(
  inbox: Inbox,
  { db, isLocal, runId, after, signal }: FollowOptions
): AsyncGenerator<RunEvent> {
  let cursor = after
  // Number of an event whose predecessor was missing at the last read. If it is still missing at
  // the next read, it counts as lost and is skipped.
  let beyond = 0
  while (!signal.aborted) {
    const local = isLocal()
    const stored = inbox.isBehind
    let gap = 0
    const ended = inbox.isBehind && !local && (await hasRunEnded(db, runId))
    const batch = inbox.isBehind ? await readEvents(db, runId, cursor, MAX_LAG) : inbox.empty()
    inbox.isBehind &&= batch.length === MAX_LAG
    for (const event of batch) {
      if (event.seq <= cursor) continue
      if (event.seq > cursor + 1 && event.seq !== beyond) {
        gap = event.seq
        break
      }
      cursor = event.seq
      yield event
      if (isFinal(event.data)) return
    }
    // The events of a run that ended may have been deleted, or it ended without a last one.
    if (ended && batch.length === 0) return
    if (gap > 0 && stored) beyond = gap
    else if (gap > 0) inbox.isBehind = true
    await inbox.wait(local && gap === 0 ? CHECK_EVERY : POLL_EVERY, signal)
  }
}

/** The events that a reader has not seen yet. */
class Inbox {
  /** The database may have events that are not in memory. */
  isBehind: boolean
  #queue: RunEvent[] = []
  #wake: () => void = () => undefined

  constructor(isBehind: boolean) {
    this.isBehind = isBehind
  }

  take(event?: RunEvent): void {
    if (event === undefined) this.isBehind = true
    else if (this.#queue.length < MAX_LAG) this.#queue.push(event)
    else {
      this.#queue = []
      this.isBehind = true
    }
    this.wake()
  }

  empty(): RunEvent[] {
    return this.#queue.splice(0)
  }

  wake(): void {
    this.#wake()
  }

  /** Waits for news. After `milliseconds` without any, the reader looks into the database. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#hasNews() || signal.aborted) return
    await new Promise<void>(resolve => {
      const poll = setTimeout(() => {
        this.isBehind = true
        resolve()
      }, milliseconds)
      this.#wake = () => {
        clearTimeout(poll)
        resolve()
      }
    })
  }

  #hasNews(): boolean {
    return this.isBehind || this.#queue.length > 0
  }
}
