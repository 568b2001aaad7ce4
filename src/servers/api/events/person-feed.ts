import {
  MAX_CLOCK_SKEW_MS,
  LAST_EVENT_SEEN,
  formatFeedCursor,
  type FeedCursor
} from '#servers/api/events/cursor.ts'
import {
  listFeedRuns,
  advanceFeedPosition,
  type FeedRun,
  type FeedPosition
} from '#servers/api/events/feed-runs.ts'
import type { AccountNews, FeedWatch } from '#servers/api/events/feed-watch.ts'
import type { Context } from '#servers/lib/context.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { isFinal, type EventData } from '#servers/runs/event-rows.ts'

/** Milliseconds after which a run that could not be followed is tried again. */
const RETRY_AFTER = 2000

/** Maximum events that wait for a slow reader. Beyond them, reading from the runs pauses too. */
const MAX_WAITING = 200

/** Maximum runs that are followed at once. A cursor with them fits into an address. */
const MAX_FOLLOWED = 100

export type FeedEvent = { cursor: string; data: EventData }

type Needs = Pick<Context, 'database' | 'clock' | 'log'> & { events: EventLog; feeds: FeedWatch }

/**
 * Yields everything that happens to a user's runs in one stream: each event of each run exactly
 * once, in order. Events that arrive at the same time are yielded together. A reader may return with
 * its cursor at any time, to any process. The first event is `ready`. Its cursor lists the runs whose
 * events follow. A listed run whose events were deleted gets one event, `gone`. Other changes of the
 * account come as `changed`, with their topics and without a number: a reader that missed one reads
 * these topics again at the next `ready`.
 * @param leaving aborted when the reader leaves, and when the feed ends
 */
export async function* personFeed(
  needs: Needs,
  userId: string,
  from: FeedCursor | null,
  leaving: AbortController
): AsyncGenerator<FeedEvent[]> {
  const feed = new PersonFeed(needs, userId, from, leaving.signal)
  const forget = needs.events.onRun(userId, () => feed.lookAgain())
  const unwatch = needs.feeds.add(userId, news => feed.hear(news))
  leaving.signal.addEventListener('abort', () => feed.ring())
  try {
    // From here on every change is noticed, so the reader may read what `ready` does not list.
    await needs.feeds.ready(userId)
    yield* feed.read()
  } finally {
    forget()
    unwatch()
    leaving.abort()
  }
}

class PersonFeed {
  readonly #needs: Needs
  readonly #userId: string
  readonly #left: AbortSignal
  readonly #cursor: FeedPosition
  #waiting: FeedEvent[] = []
  readonly #following = new Set<string>()
  #isReady = false
  #mustLook = true
  /** Resolved at every change, and replaced. Waiting loops then check what changed. */
  #bell = Promise.withResolvers<void>()

  /** @param left is aborted when the reader leaves */
  constructor(needs: Needs, userId: string, from: FeedCursor | null, left: AbortSignal) {
    this.#needs = needs
    this.#userId = userId
    this.#left = left
    const since = from?.since ?? needs.clock.now() - MAX_CLOCK_SKEW_MS
    this.#cursor = { since, runs: new Map(from?.runs) }
  }

  async *read(): AsyncGenerator<FeedEvent[]> {
    while (!this.#left.aborted) {
      if (this.#mustLook) {
        this.#mustLook = false
        await this.#lookForRuns()
      }
      const events = this.#waiting
      if (events.length > 0) {
        this.#waiting = []
        this.ring()
        yield events
      } else if (!this.#mustLook && !this.#left.aborted) await this.#bell.promise
    }
  }

  ring(): void {
    this.#bell.resolve()
    this.#bell = Promise.withResolvers()
  }

  lookAgain(): void {
    this.#mustLook = true
    this.ring()
  }

  hear({ hasRuns, topics }: AccountNews): void {
    if (topics.length > 0 && this.#isReady) this.#push({ type: 'changed', of: topics })
    if (hasRuns) this.#mustLook = true
    this.ring()
  }

  /** Follows new runs, and forgets runs that the database no longer has. */
  async #lookForRuns(): Promise<void> {
    const { runs } = this.#cursor
    const found = await listFeedRuns(this.#needs.database, this.#userId, this.#cursor)
    const known = new Set(found.map(run => run.id))
    const missing = [...runs.keys()].filter(id => !known.has(id))
    const open = found.filter(
      run => !this.#following.has(run.id) && runs.get(run.id) !== LAST_EVENT_SEEN
    )
    const fresh = open.slice(0, MAX_FOLLOWED - this.#following.size)
    for (const { id } of fresh) {
      this.#following.add(id)
      // The cursor lists the run already before its first event, since the run may end while the
      // reader is disconnected.
      if (!runs.has(id)) runs.set(id, 0)
    }
    advanceFeedPosition(
      this.#cursor,
      found,
      open[fresh.length]?.created_at ?? Number.POSITIVE_INFINITY
    )
    if (!this.#isReady) this.#push({ type: 'ready' })
    this.#isReady = true
    for (const id of missing) {
      if (runs.get(id) === LAST_EVENT_SEEN) runs.delete(id)
      else this.#tell({ id, service: '' }, 0, { type: 'gone' })
    }
    for (const run of fresh) this.#begin(run)
  }

  #begin(run: FeedRun): void {
    this.#follow(run)
      .catch((error: unknown) => {
        this.#needs.log.error(
          { err: error, run: run.id },
          'a run could not be followed; it is tried again'
        )
        setTimeout(() => this.lookAgain(), RETRY_AFTER).unref()
      })
      .finally(() => {
        this.#following.delete(run.id)
        // If this frees a place, a waiting run is followed at once.
        if (this.#following.size === MAX_FOLLOWED - 1) this.lookAgain()
      })
  }

  async #follow(run: FeedRun): Promise<void> {
    const { runs } = this.#cursor
    const after = runs.get(run.id) ?? 0
    for await (const { seq, data } of this.#needs.events.follow(run.id, after, this.#left)) {
      while (this.#waiting.length >= MAX_WAITING && !this.#left.aborted) await this.#bell.promise
      if (this.#left.aborted) return
      this.#tell(run, seq, data)
      if (isFinal(data)) return
    }
    if (!this.#left.aborted) this.#tell(run, runs.get(run.id) ?? 0, { type: 'gone' })
  }

  #tell({ id, service }: Pick<FeedRun, 'id' | 'service'>, seq: number, data: EventData): void {
    this.#cursor.runs.set(id, isFinal(data) || data.type === 'gone' ? LAST_EVENT_SEEN : seq)
    this.#push({ ...data, run_id: id, service, seq })
    this.ring()
  }

  #push(data: EventData): void {
    this.#waiting.push({ cursor: formatFeedCursor(this.#cursor), data })
  }
}
