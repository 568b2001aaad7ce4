import type { Context } from '#servers/lib/context.ts'
import { insertEvents, type EventRow } from '#servers/runs/event-rows.ts'

/**
 * Maximum milliseconds for which an event waits, so that events of other runs are written with it.
 */
const FLUSH_AFTER = 50

/**
 * Milliseconds for which the first event after a pause waits. It is short, so that the first word
 * of an answer comes soon.
 */
const FIRST_AFTER = 5

/** Writes the events of all runs of this process together, in one transaction each time. */
export class EventBatch {
  readonly #context: Pick<Context, 'database' | 'clock' | 'log'>
  readonly #publish: (rows: readonly EventRow[]) => void
  #waiting: EventRow[] = []
  #timer: NodeJS.Timeout | null = null
  #flushedAt = Number.NEGATIVE_INFINITY
  #flushing: Promise<void> = Promise.resolve()

  /** @param publish is called with the events once they are written */
  constructor(
    context: Pick<Context, 'database' | 'clock' | 'log'>,
    publish: (rows: readonly EventRow[]) => void
  ) {
    this.#context = context
    this.#publish = publish
  }

  add(row: EventRow): void {
    this.#waiting.push(row)
    this.#schedule()
  }

  /** Writes the waiting events. One flush at a time keeps their order. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write())
    return this.#flushing
  }

  /**
   * Takes the waiting events of a run, for a caller who writes them. All earlier ones are written
   * by then.
   */
  async take(runId: string): Promise<EventRow[]> {
    let writing: Promise<void>
    do {
      writing = this.#flushing
      await writing.catch(() => undefined)
    } while (writing !== this.#flushing)
    const taken = this.#waiting.filter(row => row.run_id === runId)
    this.#waiting = this.#waiting.filter(row => row.run_id !== runId)
    return taken
  }

  async #write(): Promise<void> {
    const { database, clock } = this.#context
    const rows = this.#waiting.splice(0)
    if (rows.length === 0) return
    this.#flushedAt = performance.now()
    try {
      await database.transaction(tx => insertEvents(tx, rows, clock.now()))
    } catch (error) {
      this.#waiting = [...rows, ...this.#waiting]
      throw error
    }
    this.#publish(rows)
  }

  #schedule(): void {
    const pause = this.#flushedAt + FLUSH_AFTER - performance.now()
    this.#timer ??= setTimeout(
      () => {
        this.flush().catch((error: unknown) => {
          this.#context.log.error({ err: error }, 'events could not be written; they wait')
          this.#schedule()
        })
      },
      Math.max(FIRST_AFTER, pause)
    )
  }
}
