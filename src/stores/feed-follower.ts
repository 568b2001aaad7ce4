import type { FeedEvent } from '#client/feed.ts'
import { Problem } from '#core/problem.ts'

/**
 * Waits for the events of a run. It delivers each event once and in order, even if events arrive
 * twice, early or late.
 */
export type Follower = {
  /** Returns the run and the number of its last delivered event; null while the run is unknown. */
  place(): { run: string; after: number } | null
  /** Sets the run. Events of that run that arrived since the follower was created count. */
  bind(run: string): void
  take(event: FeedEvent): void
  /** Ends the follower, since no more events will arrive. */
  fail(problem: Problem): void
  /**
   * Yields the events up to the run's last one.
   * @throws Problem `not_found` when the server no longer keeps them; the feed's problem if it
   * fails
   */
  events(): AsyncGenerator<FeedEvent>
  close(): void
}

/** The maximum number of events kept while the run is unknown. */
const MAX_HELD = 5000

type Options = {
  /** Null while it is unknown. */
  run: string | null
  after: number
  /** Called when an event arrived but an earlier one is missing. */
  miss(follower: Follower): void
  /** Called when the follower has ended. */
  left(follower: Follower): void
}

export function createFollower({ run, after, miss, left }: Options): Follower {
  const early = new Map<number, FeedEvent>()
  const queue: FeedEvent[] = []
  let held: FeedEvent[] = []
  let bound = run
  let seq = after
  /** The number of the last event before the gap that was reported. */
  let missedAt = -1
  let ending: Problem | 'over' | null = null
  let wake = (): void => undefined

  function end(how: Problem | 'over'): void {
    ending ??= how
    left(follower)
    wake()
  }

  function deliver(event: FeedEvent): void {
    queue.push(event)
    seq = event.seq
    early.delete(seq)
    if (event.type === 'done' || event.type === 'error') end('over')
    wake()
    const next = early.get(seq + 1)
    if (next !== undefined) deliver(next)
  }

  const follower: Follower = {
    place: () => (bound === null ? null : { run: bound, after: seq }),
    bind(known) {
      bound = known
      const before = held
      held = []
      before.forEach(follower.take)
    },
    take(event) {
      if (bound === null) {
        if (held.length < MAX_HELD) held.push(event)
        return
      }
      if (event.run !== bound || ending !== null) return
      if (event.type === 'gone')
        return end(new Problem('not_found', { detail: 'the events of this run are gone' }))
      if (event.seq === seq + 1) return deliver(event)
      if (event.seq <= seq) return
      early.set(event.seq, event)
      if (missedAt !== seq) miss(follower)
      missedAt = seq
    },
    fail: end,
    async *events() {
      try {
        for (;;) {
          yield* queue.splice(0)
          if (queue.length > 0) continue
          if (ending === 'over') return
          if (ending !== null) throw ending
          await new Promise<void>(resolve => (wake = resolve))
        }
      } finally {
        left(follower)
      }
    },
    close: () => end('over')
  }
  return follower
}
