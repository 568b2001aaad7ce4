import { covers, withRun, type FeedEvent } from '#client/feed.ts'
import type { Problem } from '#core/problem.ts'
import { createFollower, type Follower } from '#stores/feed-follower.ts'
import { openLine, type Connect, type Line } from '#stores/feed-line.ts'

/** The messages between tabs. `want`: a tab is missing the events of a run after `after`. */
type Message =
  | { kind: 'event'; event: FeedEvent }
  | { kind: 'beat' }
  | { kind: 'want'; run: string; after: number }

/** The parts of a BroadcastChannel and of Web Locks that a feed uses. */
export type FeedChannel = {
  post(message: unknown): void
  hear(listener: (message: unknown) => void): void
  close(): void
}
export type FeedLocks = {
  /**
   * Runs `work` as soon as this tab leads, until its signal ends. `steal` takes the lead from the
   * current leader.
   */
  lead(steal: boolean, signal: AbortSignal, work: (lost: AbortSignal) => void): void
}

type Options = {
  connect: Connect
  /** Null if the browser has neither; then this tab reads the feed itself. */
  shared: { channel: () => FeedChannel; locks: FeedLocks } | null
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
   * Follows a run from the event after `after`, including events that this tab has not received.
   */
  follow(run: string, after: number): Follower
  /**
   * Follows a run from now on, including the event being delivered. Pass null for a run that
   * {@link bind} names later.
   */
  expect(run: string | null, after?: number): Follower
  /** Names the run of a follower that was created without one. */
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
 * A leader sends a heartbeat at this interval. A visible tab replaces it after `DEAD` milliseconds
 * of silence. Both in milliseconds.
 */
const BEAT = 15_000
const DEAD = 45_000

/** Number of runs whose last event number is remembered, so that no event is delivered twice. */
const MAX_SEEN = 500

export function createFeed({ connect, shared, visible }: Options): Feed {
  const listeners = new Set<(event: FeedEvent) => void>()
  const watchers = new Set<(event: FeedEvent) => void>()
  const followers = new Set<Follower>()
  const seen = new Map<string, number>()
  let cursor = ''
  let line: Line | null = null
  let channel: FeedChannel | null = null
  let running = false
  let candidacy = new AbortController()
  let heardAt = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const post = (message: Message): void => channel?.post(message)

  /** Handles an event. Leader and other tabs handle events in the same way. */
  function take(event: FeedEvent): void {
    cursor = event.cursor
    if (event.type === 'ready') followers.forEach(checkPlace)
    if (event.run === '') return tell(watchers, event)
    if (event.seq > (seen.get(event.run) ?? 0)) {
      remember(event)
      tell(listeners, event)
    }
    for (const follower of Array.from(followers)) follower.take(event)
  }

  function tell(those: ReadonlySet<(event: FeedEvent) => void>, event: FeedEvent): void {
    for (const listener of Array.from(those)) listener(event)
  }

  function remember({ run, seq }: FeedEvent): void {
    seen.delete(run)
    seen.set(run, seq)
    const [oldest] = seen.keys()
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest)
  }

  /**
   * When a feed restarts, its cursor shows what it will deliver. Request what a follower would
   * miss.
   */
  function checkPlace(follower: Follower): void {
    const place = follower.place()
    if (place !== null && !covers(cursor, place.run, place.after)) want(follower)
  }

  function want(follower: Follower): void {
    const place = follower.place()
    if (place === null) return
    if (line !== null) line.rewind(place.run, place.after)
    else post({ kind: 'want', ...place })
  }

  function hearOthers(message: unknown): void {
    // Only pages of the same origin can post to this channel, so the cast is safe.
    const told = message as Message
    if (told.kind === 'want') return line?.rewind(told.run, told.after)
    heardAt = Date.now()
    if (told.kind === 'event' && line === null) take(told.event)
  }

  function hearLine(event: FeedEvent | null): void {
    post(event === null ? { kind: 'beat' } : { kind: 'event', event })
    if (event !== null) take(event)
  }

  function lead(lost: AbortSignal): void {
    for (const place of [...followers].map(follower => follower.place())) {
      if (place !== null && !covers(cursor, place.run, place.after))
        cursor = withRun(cursor, place.run, place.after)
    }
    const own = openLine({ connect, cursor, hear: hearLine, fail: giveUp })
    line = own
    lost.addEventListener('abort', () => {
      own.close()
      if (line === own) line = null
    })
  }

  function stand(steal: boolean): void {
    candidacy.abort()
    candidacy = new AbortController()
    heardAt = Date.now()
    if (shared === null) lead(candidacy.signal)
    else shared.locks.lead(steal, candidacy.signal, lead)
  }

  function giveUp(problem: Problem): void {
    stop()
    for (const follower of followers) follower.fail(problem)
  }

  /**
   * Takes the lock from a silent leader. A phone may put the leading tab to sleep with its lock.
   */
  function watch(): void {
    if (line !== null) post({ kind: 'beat' })
    else if (visible() && Date.now() - heardAt > DEAD) stand(true)
  }

  function add(run: string | null, after: number): Follower {
    const follower = createFollower({
      run,
      after,
      miss: want,
      left: each => followers.delete(each)
    })
    followers.add(follower)
    start()
    return follower
  }

  function start(): void {
    if (running) return
    running = true
    channel = shared?.channel() ?? null
    channel?.hear(hearOthers)
    timer = setInterval(watch, BEAT)
    stand(false)
  }

  function stop(): void {
    if (!running) return
    running = false
    clearInterval(timer)
    candidacy.abort()
    channel?.close()
    channel = null
  }

  return {
    start,
    stop,
    fail: giveUp,
    hurry: stale => line?.hurry(stale),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    follow(run, after) {
      const follower = add(run, after)
      if (line === null || !covers(cursor, run, after)) want(follower)
      return follower
    },
    expect: (run, after = 0) => add(run, after),
    bind(follower, run) {
      follower.bind(run)
      // The run began before the follower was created, as when a question is sent again with its
      // key.
      if ((follower.place()?.after ?? 0) < (seen.get(run) ?? 0)) want(follower)
    }
  }
}
