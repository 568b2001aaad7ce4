import { covers, withRun, type FeedEvent } from '#client/feed.ts'
import type { Problem } from '#core/problem.ts'
import { createFollower, type Follower } from '#stores/feed-follower.ts'
import { openLine, type Connect, type Line } from '#stores/feed-line.ts'

/** What tabs tell each other. `want`: a tab misses what a run said behind `after`. */
type Message = { kind: 'event'; event: FeedEvent } | { kind: 'beat' } | { kind: 'want'; run: string; after: number }

/** The parts of a BroadcastChannel and of Web Locks that a feed takes. */
export type FeedChannel = { post(message: unknown): void; hear(listener: (message: unknown) => void): void; close(): void }
export type FeedLocks = {
  /** Runs `work` as soon as this tab leads, until its signal ends. `steal`: whoever leads does so no longer. */
  lead(steal: boolean, signal: AbortSignal, work: (lost: AbortSignal) => void): void
}

type Options = {
  connect: Connect
  /** Null where the browser has none: then this tab reads for itself. */
  shared: { channel: () => FeedChannel; locks: FeedLocks } | null
  visible: () => boolean
}

/** All that happens to a person's runs, read by one tab for all. */
export type Feed = {
  /** Calls back with each event once. @returns to be called when no longer interested */
  listen(listener: (event: FeedEvent) => void): () => void
  /**
   * Calls back with what is told of no run: that something of the account has changed, or that the feed begins anew and
   * anything may have. @returns to be called when no longer interested
   */
  watch(listener: (event: FeedEvent) => void): () => void
  /** The events of a run behind `after`, also those that this tab has not heard. */
  follow(run: string, after: number): Follower
  /** The events that come from now on, the one that is being told included; of a run that is named later, see {@link bind}. */
  expect(run: string | null, after?: number): Follower
  /** Says which run is expected. */
  bind(follower: Follower, run: string): void
  /** Begins, or goes on after {@link stop}. */
  start(): void
  stop(): void
  /** Ends it for all who wait. @param problem why */
  fail(problem: Problem): void
  /** Looks at once whether the connection still stands. @param stale milliseconds of silence that are fine */
  hurry(stale: number): void
}

/** A leader says so often that it lives, and is replaced when a visible tab has heard nothing for so long. Milliseconds. */
const BEAT = 15_000
const DEAD = 45_000

/** Runs of which the last number is remembered, so that nothing is told twice. */
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

  /** Every tab takes what is read in the same way, whoever reads it. */
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

  /** A feed that begins anew says what it will tell; what is missing in that is asked for. */
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
    // Only pages of this very site can speak here.
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
      if (place !== null && !covers(cursor, place.run, place.after)) cursor = withRun(cursor, place.run, place.after)
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

  /** A leader that a phone has put to sleep keeps its lock: it is taken from it. */
  function watch(): void {
    if (line !== null) post({ kind: 'beat' })
    else if (visible() && Date.now() - heardAt > DEAD) stand(true)
  }

  function add(run: string | null, after: number): Follower {
    const follower = createFollower({ run, after, miss: want, left: each => followers.delete(each) })
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
      // It had begun before it was expected: a question asked again with its key.
      if ((follower.place()?.after ?? 0) < (seen.get(run) ?? 0)) want(follower)
    }
  }
}
