import type { FeedEvent } from '#client/feed.ts'
import { Problem } from '#core/problem.ts'

/**
 * Waits for the events of a run. It delivers each event once and in order, even if events arrive
 * twice, early or late.
 */
export type Follower = {
  /** Returns the run and the number of its last delivered event; null while the run is unknown. */
  place(): { run: string; after: number } | null
  /**
   * Sets the run. Events of that run that have arrived since the follower was created are
   * delivered, too.
   */
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

export function createFollower(options: Options): Follower {
  return new RunFollower(options)
}

class RunFollower implements Follower {
  readonly #options: Options
  /** By number, events that arrived although an earlier one is still missing. */
  readonly #early = new Map<number, FeedEvent>()
  readonly #queue: FeedEvent[] = []
  #held: FeedEvent[] = []
  #run: string | null
  #seq: number
  /**
   * The last event before the gap that was reported, by number, so that no gap is reported twice.
   */
  #missedAt = -1
  #ending: Problem | 'over' | null = null
  #wake = (): void => undefined

  constructor(options: Options) {
    this.#options = options
    this.#run = options.run
    this.#seq = options.after
  }

  place(): { run: string; after: number } | null {
    return this.#run === null ? null : { run: this.#run, after: this.#seq }
  }

  bind(run: string): void {
    this.#run = run
    const before = this.#held
    this.#held = []
    for (const event of before) this.take(event)
  }

  take(event: FeedEvent): void {
    if (this.#run === null) {
      if (this.#held.length < MAX_HELD) this.#held.push(event)
      return
    }
    if (event.run !== this.#run || this.#ending !== null) return
    if (event.type === 'gone')
      return this.#end(new Problem('not_found', { detail: 'the events of this run have expired' }))
    if (event.seq === this.#seq + 1) return this.#deliver(event)
    if (event.seq <= this.#seq) return
    this.#early.set(event.seq, event)
    if (this.#missedAt !== this.#seq) this.#options.miss(this)
    this.#missedAt = this.#seq
  }

  fail(problem: Problem): void {
    this.#end(problem)
  }

  async *events(): AsyncGenerator<FeedEvent> {
    try {
      for (;;) {
        yield* this.#queue.splice(0)
        if (this.#queue.length > 0) continue
        if (this.#ending === 'over') return
        if (this.#ending !== null) throw this.#ending
        await new Promise<void>(resolve => (this.#wake = resolve))
      }
    } finally {
      this.#options.left(this)
    }
  }

  close(): void {
    this.#end('over')
  }

  #deliver(event: FeedEvent): void {
    this.#queue.push(event)
    this.#seq = event.seq
    this.#early.delete(event.seq)
    if (event.type === 'done' || event.type === 'error') this.#end('over')
    this.#wake()
    const next = this.#early.get(this.#seq + 1)
    if (next !== undefined) this.#deliver(next)
  }

  #end(how: Problem | 'over'): void {
    this.#ending ??= how
    this.#options.left(this)
    this.#wake()
  }
}
