import type { FeedEvent } from '#client/feed.ts'
import { Problem } from '#core/problem.ts'

/** One who waits for the events of a run: gets each once, in order, whatever comes twice, early or late. */
export type Follower = {
  /** The run, once it is known, and the number of its last event that was taken. */
  place(): { run: string; after: number } | null
  /** Says which run it is. What came since the beginning of the waiting counts. */
  bind(run: string): void
  take(event: FeedEvent): void
  /** Nothing will come any more. */
  fail(problem: Problem): void
  /** The events up to the run's last. @throws Problem `not_found` when the server does not keep them any more; that of the feed */
  events(): AsyncGenerator<FeedEvent>
  close(): void
}

/** Events kept while the run is not known. */
const MAX_HELD = 5000

type Options = {
  /** Null when it is not known yet. */
  run: string | null
  after: number
  /** Something before what came is missing. */
  miss(follower: Follower): void
  /** It is over. */
  left(follower: Follower): void
}

export function createFollower({ run, after, miss, left }: Options): Follower {
  const early = new Map<number, FeedEvent>()
  const queue: FeedEvent[] = []
  let held: FeedEvent[] = []
  let bound = run
  let seq = after
  /** Where the gap is that was told of. */
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
      if (event.type === 'gone') return end(new Problem('not_found', { detail: 'the events of this run are gone' }))
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
