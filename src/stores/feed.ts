import { cursorCoversRun, cursorWithRun, type FeedEvent } from '#client/feed.ts'
import type { Problem } from '#core/problem.ts'
import { createFollower, type Follower } from '#stores/feed-follower.ts'
import { openFeedConnection, type FeedConnector, type FeedConnection } from '#stores/feed-line.ts'
import type { FeedChannel, FeedTabs } from '#stores/feed-tabs.ts'

/** Messages between tabs. `want` asks the leader for a run's events after number `after`. */
type Message =
  | { kind: 'event'; event: FeedEvent }
  | { kind: 'beat' }
  | { kind: 'want'; run: string; after: number }

type Options = {
  connect: FeedConnector
  /** Null without channels or locks: this tab then reads the feed itself. */
  shared: FeedTabs | null
  visible: () => boolean
}

/** The events of all runs of a user. One tab reads them for all tabs. */
export type Feed = {
  /**
   * Calls the listener once for each event of a run.
   * @returns a function that ends it
   */
  listen(listener: (event: FeedEvent) => void): () => void
  /**
   * Calls the listener for events without a run: something in the account has changed, or the feed
   * restarts and anything may have changed.
   * @returns a function that ends it
   */
  watch(listener: (event: FeedEvent) => void): () => void
  /**
   * Follows a run from the event after number `after`, including events that this tab has not
   * received.
   */
  follow(run: string, after: number): Follower
  /**
   * Follows a run from now on; an event that is just being delivered counts, too. Pass null if the
   * run is not known yet, and call {@link bind} once it is.
   */
  expect(run: string | null, after?: number): Follower
  /** Sets the run of a follower that was created with null. */
  bind(follower: Follower, run: string): void
  /** Starts the feed, or resumes it after {@link stop}. */
  start(): void
  stop(): void
  /**
   * Ends the feed and fails all its followers.
   * @param problem the reason
   */
  fail(problem: Problem): void
  /**
   * Reconnects now if the connection has been silent for too long.
   * @param stale milliseconds of silence that are acceptable
   */
  hurry(stale: number): void
}

/**
 * While leading, a tab sends a heartbeat at this interval. A visible tab takes the lead after
 * `DEAD` of silence. Both in milliseconds.
 */
const BEAT = 15_000
const DEAD = 45_000

/** Number of runs whose last event number is remembered, so that no event is delivered twice. */
const MAX_SEEN = 500

export function createFeed(options: Options): Feed {
  return new SharedFeed(options)
}

class SharedFeed implements Feed {
  readonly #options: Options
  readonly #listeners = new Set<(event: FeedEvent) => void>()
  readonly #watchers = new Set<(event: FeedEvent) => void>()
  readonly #followers = new Set<Follower>()
  /** The number of the last delivered event, by run. */
  readonly #seen = new Map<string, number>()
  #cursor = ''
  /** The connection to the server, while this tab leads. */
  #line: FeedConnection | null = null
  #channel: FeedChannel | null = null
  #running = false
  #candidacy = new AbortController()
  #heardAt = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  listen(listener: (event: FeedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  watch(listener: (event: FeedEvent) => void): () => void {
    this.#watchers.add(listener)
    return () => void this.#watchers.delete(listener)
  }

  follow(run: string, after: number): Follower {
    const follower = this.expect(run, after)
    if (this.#line === null || !cursorCoversRun(this.#cursor, run, after)) this.#want(follower)
    return follower
  }

  expect(run: string | null, after = 0): Follower {
    const follower = createFollower({
      run,
      after,
      miss: each => this.#want(each),
      left: each => this.#followers.delete(each)
    })
    this.#followers.add(follower)
    this.start()
    return follower
  }

  bind(follower: Follower, run: string): void {
    follower.bind(run)
    // The run began before the follower was created, for example if a question is sent again with
    // the same idempotency key.
    if ((follower.place()?.after ?? 0) < (this.#seen.get(run) ?? 0)) this.#want(follower)
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#channel = this.#options.shared?.channel() ?? null
    this.#channel?.hear(message => this.#hearOthers(message))
    this.#timer = setInterval(() => this.#checkLeader(), BEAT)
    this.#stand(false)
  }

  stop(): void {
    if (!this.#running) return
    this.#running = false
    clearInterval(this.#timer)
    this.#candidacy.abort()
    this.#channel?.close()
    this.#channel = null
  }

  fail(problem: Problem): void {
    this.stop()
    for (const follower of this.#followers) follower.fail(problem)
  }

  hurry(stale: number): void {
    this.#line?.hurry(stale)
  }

  /** Tries to become the tab that reads the feed. */
  #stand(steal: boolean): void {
    const { shared } = this.#options
    this.#candidacy.abort()
    this.#candidacy = new AbortController()
    this.#heardAt = Date.now()
    const { signal } = this.#candidacy
    if (shared === null) this.#lead(signal)
    else shared.locks.lead(steal, signal, lost => this.#lead(lost))
  }

  #lead(lost: AbortSignal): void {
    for (const place of [...this.#followers].map(follower => follower.place())) {
      if (place !== null && !cursorCoversRun(this.#cursor, place.run, place.after))
        this.#cursor = cursorWithRun(this.#cursor, place.run, place.after)
    }
    const own = openFeedConnection({
      connect: this.#options.connect,
      cursor: this.#cursor,
      hear: event => this.#hearLine(event),
      fail: problem => this.fail(problem)
    })
    this.#line = own
    lost.addEventListener('abort', () => {
      own.close()
      if (this.#line === own) this.#line = null
    })
  }

  /**
   * A leader sends a heartbeat. Another tab takes the lead from a silent leader, which a phone may
   * have suspended while it holds the lock.
   */
  #checkLeader(): void {
    if (this.#line !== null) this.#post({ kind: 'beat' })
    else if (this.#options.visible() && Date.now() - this.#heardAt > DEAD) this.#stand(true)
  }

  #post(message: Message): void {
    this.#channel?.post(message)
  }

  #hearOthers(message: unknown): void {
    // The cast is safe, because only pages of the same origin can post to this channel.
    const told = message as Message
    if (told.kind === 'want') return this.#line?.rewind(told.run, told.after)
    this.#heardAt = Date.now()
    if (told.kind === 'event' && this.#line === null) this.#take(told.event)
  }

  #hearLine(event: FeedEvent | null): void {
    this.#post(event === null ? { kind: 'beat' } : { kind: 'event', event })
    if (event !== null) this.#take(event)
  }

  /** Handles an event. Leader and other tabs handle events in the same way. */
  #take(event: FeedEvent): void {
    this.#cursor = event.cursor
    if (event.type === 'ready') this.#followers.forEach(follower => this.#checkPlace(follower))
    if (event.run === '') return tell(this.#watchers, event)
    if (event.seq > (this.#seen.get(event.run) ?? 0)) {
      this.#remember(event)
      tell(this.#listeners, event)
    }
    for (const follower of Array.from(this.#followers)) follower.take(event)
  }

  #remember({ run, seq }: FeedEvent): void {
    this.#seen.delete(run)
    this.#seen.set(run, seq)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > MAX_SEEN && oldest !== undefined) this.#seen.delete(oldest)
  }

  /**
   * Called when the feed has connected, with a cursor of the events that the server will send.
   * Requests the events that a follower would miss.
   */
  #checkPlace(follower: Follower): void {
    const place = follower.place()
    if (place !== null && !cursorCoversRun(this.#cursor, place.run, place.after))
      this.#want(follower)
  }

  #want(follower: Follower): void {
    const place = follower.place()
    if (place === null) return
    if (this.#line !== null) this.#line.rewind(place.run, place.after)
    else this.#post({ kind: 'want', ...place })
  }
}

function tell(those: ReadonlySet<(event: FeedEvent) => void>, event: FeedEvent): void {
  for (const listener of Array.from(those)) listener(event)
}
