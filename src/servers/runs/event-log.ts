import type { Context } from '#servers/lib/context.ts'
import { createBus } from '#servers/lib/database/bus.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { EventBatch } from '#servers/runs/event-batch.ts'
import {
  insertEvents,
  readNextEventNumber,
  type EventData,
  type EventRow,
  type RunEvent
} from '#servers/runs/event-rows.ts'
import { followRun } from '#servers/runs/follow.ts'
import { Listeners } from '#servers/runs/listeners.ts'

/** Distinguishes ids of users from ids of runs in messages between processes. */
const PERSON = 'person:'

/** Writes the events of a run that this process works on. */
export type RunWriter = {
  append(data: EventData): void
  /**
   * From now on, holds back the run's events, so that they are written together with the last one.
   */
  gather(): Promise<void>
  /** Writes the events that were held back, without a last event, after that transaction failed. */
  release(): void
  /**
   * Writes the events that were held back, and the run's last one, inside the transaction that ends
   * the run.
   * @returns a function to call after the commit
   */
  end(tx: Queries, data: EventData): Promise<() => void>
  /** Forgets the run without a last event, since another process has taken it over. */
  close(): void
}

/**
 * The numbered events of runs, in the database. Readers see an event only once it is written, and
 * each reader sees it exactly once, in order.
 */
export class EventLog {
  readonly #context: Pick<Context, 'database' | 'clock' | 'log' | 'meter'>
  /** Runs whose events this process writes, with the number of their last shown event. */
  readonly #writing = new Map<string, number>()
  readonly #readers = new Listeners<[event?: RunEvent]>()
  readonly #feeds = new Listeners<[]>()
  readonly #bus: ReturnType<typeof createBus>
  readonly #batch: EventBatch
  readonly #leaving = new AbortController()

  constructor(context: Pick<Context, 'database' | 'clock' | 'log' | 'config' | 'meter'>) {
    this.#context = context
    this.#batch = new EventBatch(context, rows => this.#publish(rows))
    this.#bus = createBus(context, id => {
      if (id.startsWith(PERSON)) this.#feeds.call(id.slice(PERSON.length))
      else if (!this.#writing.has(id)) this.#readers.call(id)
    })
  }

  /** Begins the events of a run that this process works on. */
  open(runId: string): RunWriter {
    let seq = 0
    let kept: EventRow[] = []
    this.#writing.set(runId, 0)
    const at = (): number => this.#context.clock.now()
    const next = (data: EventData): EventRow => ({ run_id: runId, seq: ++seq, data, at: at() })
    const close = (): void => void this.#writing.delete(runId)
    return {
      append: data => this.#batch.add(next(data)),
      gather: async () => void (kept = await this.#batch.take(runId)),
      release: () => kept.splice(0).forEach(row => this.#batch.add(row)),
      end: async (tx, data) => {
        const publish = await this.#insert(tx, [...kept, next(data)])
        return () => {
          kept = []
          publish()
          close()
        }
      },
      close
    }
  }

  /**
   * Adds one event to a run inside the caller's transaction, for runs on which several processes
   * work in turn.
   * @returns a function to call after the commit
   */
  async record(tx: Queries, runId: string, data: EventData): Promise<() => void> {
    const [seq, at] = [await readNextEventNumber(tx, runId), this.#context.clock.now()]
    return this.#insert(tx, [{ run_id: runId, seq, data, at }])
  }

  /** Notifies the feeds of a user, in this process and in others, that a run has begun. */
  announce(userId: string): void {
    this.#feeds.call(userId)
    this.#say([PERSON + userId])
  }

  /** Aborted when this process stops: feeds end then, and their readers go on elsewhere. */
  get left(): AbortSignal {
    return this.#leaving.signal
  }

  leave(): void {
    this.#leaving.abort()
  }

  /** Calls back at each announcement. @returns removes the listener */
  onRun(userId: string, listener: () => void): () => void {
    return this.#feeds.add(userId, listener)
  }

  /**
   * Yields the events of a run after a number, then each new one, until the last one.
   * @param after number of the last event that the reader has; 0 for all
   */
  follow(runId: string, after: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
    return followRun({
      db: this.#context.database.db,
      listeners: this.#readers,
      isLocal: () => this.#writing.has(runId),
      hasNews: () => this.#writing.get(runId) !== after,
      runId,
      after,
      signal
    })
  }

  async stop(): Promise<void> {
    await this.#batch.flush()
    await this.#bus.stop()
  }

  async #insert(tx: Queries, rows: readonly EventRow[]): Promise<() => void> {
    await insertEvents(tx, rows, this.#context.clock.now())
    return () => this.#publish(rows)
  }

  /**
   * Delivers committed events to the readers in this process, and notifies those in other
   * processes.
   */
  #publish(rows: readonly EventRow[]): void {
    const { clock, meter } = this.#context
    for (const { run_id: runId, seq, data, at } of rows) {
      if (this.#writing.has(runId)) this.#writing.set(runId, seq)
      this.#readers.call(runId, { seq, data })
      meter?.eventDelivered(clock.now() - at)
    }
    this.#say([...new Set(rows.map(row => row.run_id))])
  }

  #say(ids: string[]): void {
    this.#bus
      .say(ids)
      .catch((error: unknown) =>
        this.#context.log.warn({ err: error }, 'other processes could not be woken')
      )
  }
}
