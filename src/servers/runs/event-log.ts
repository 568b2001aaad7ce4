import type { Context } from '#servers/lib/context.ts'
import { createBus } from '#servers/lib/database/bus.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Most milliseconds that an event waits to be written together with those of other runs. */
const FLUSH_AFTER = 50

/** How often a reader looks for events that another process writes, in milliseconds. */
const POLL_EVERY = 250

/** The same for events of this process, where a wake-up was never known to fail. */
const CHECK_EVERY = 5000

/** Rows a reader may lag behind in memory; a slower one reads again from the database. */
const MAX_LAG = 500

const ROWS_PER_INSERT = 500

/** What tells a person's id from a run's on the line between processes. */
const PERSON = 'person:'

export type EventData = { type: string } & Record<string, unknown>
export type RunEvent = { seq: number; data: EventData }

type Row = { run_id: string; seq: number; data: EventData }
/** Called with a new event, or with nothing when there may be one in the database. */
type Listener = (event?: RunEvent) => void

/** Does nothing come after this event of its run? */
export function isFinal(data: EventData): boolean {
  return data.type === 'done' || data.type === 'error'
}

/** Numbered events of runs, in the database: shown only once written, each to every reader exactly once, in order. */
export type EventLog = {
  /** Begins the events of a run that this process works on. */
  open(runId: string): RunWriter
  /**
   * Adds one event to a run inside the caller's transaction, for work that goes from process to process.
   * @returns to be called after the commit
   */
  record(tx: Queries, runId: string, data: EventData): Promise<() => void>
  /** Tells the feeds of a person, here and in other processes, that a run of theirs has begun. */
  announce(userId: string): void
  /** Calls back at each announcement. @returns to be called when no longer interested */
  onRun(userId: string, listener: () => void): () => void
  /**
   * The events of a run after a cursor, then each new one, until its last.
   * @param after number of the last event seen; 0 for all
   */
  follow(runId: string, after: number, signal: AbortSignal): AsyncGenerator<RunEvent>
  stop(): Promise<void>
}

export type RunWriter = {
  append(data: EventData): void
  /** Waits until all appended events are written. */
  drain(): Promise<void>
  /** Writes the run's last event inside the transaction of its final state. @returns to be called after the commit */
  end(tx: Queries, data: EventData): Promise<() => void>
  /** Forgets the run without a last event, for a run that another process has taken over. */
  close(): void
}

export function createEventLog(
  context: Pick<Context, 'database' | 'clock' | 'log' | 'config'>
): EventLog {
  const { database, clock, log } = context
  const listeners = new Map<string, Set<Listener>>()
  const writing = new Set<string>()
  let waiting: Row[] = []
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  const feeds = new Map<string, Set<() => void>>()
  const bus = createBus(context, runId => {
    if (runId.startsWith(PERSON)) return wakeFeeds(runId.slice(PERSON.length))
    if (writing.has(runId)) return
    for (const listener of listeners.get(runId) ?? []) listener()
  })

  function wakeFeeds(userId: string): void {
    for (const listener of feeds.get(userId) ?? []) listener()
  }

  /** After the commit: readers here get it from memory, those of other processes are woken. */
  function publish(rows: readonly Row[]): void {
    for (const { run_id, seq, data } of rows)
      for (const listener of listeners.get(run_id) ?? []) listener({ seq, data })
    bus
      .say([...new Set(rows.map(row => row.run_id))])
      .catch((error: unknown) => log.warn({ err: error }, 'others could not be woken'))
  }

  async function insert(db: Queries, rows: readonly Row[]): Promise<void> {
    const created_at = clock.now()
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const part = rows.slice(start, start + ROWS_PER_INSERT)
      await db
        .insertInto('event')
        .values(
          part.map(row => ({
            run_id: row.run_id,
            seq: row.seq,
            data: JSON.stringify(row.data),
            created_at
          }))
        )
        .execute()
    }
  }

  /** Writes what waits, of all runs in one transaction; one flush at a time keeps the order. */
  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing
      .catch(() => undefined)
      .then(async () => {
        const rows = waiting.splice(0)
        if (rows.length === 0) return
        await database
          .transaction(tx => insert(tx, rows))
          .catch((error: unknown) => {
            waiting = [...rows, ...waiting]
            throw error
          })
        publish(rows)
      })
    return flushing
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => {
        log.error({ err: error }, 'events could not be written; they wait')
        schedule()
      })
    }, FLUSH_AFTER)
  }

  async function read(runId: string, after: number): Promise<RunEvent[]> {
    const rows = await database.db
      .selectFrom('event')
      .select(['seq', 'data'])
      .where('run_id', '=', runId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(MAX_LAG)
      .execute()
    return rows.map(row => ({ seq: row.seq, data: JSON.parse(row.data) as EventData }))
  }

  async function hasEnded(runId: string): Promise<boolean> {
    const run = await database.db
      .selectFrom('run')
      .select('finished_at')
      .where('id', '=', runId)
      .executeTakeFirst()
    return run === undefined || run.finished_at !== null
  }

  return {
    open(runId) {
      let seq = 0
      writing.add(runId)
      const next = (data: EventData): Row => ({ run_id: runId, seq: ++seq, data })
      const close = (): void => void writing.delete(runId)
      return {
        append(data) {
          waiting.push(next(data))
          schedule()
        },
        drain: flush,
        async end(tx, data) {
          const row = next(data)
          await insert(tx, [row])
          return () => {
            publish([row])
            close()
          }
        },
        close
      }
    },

    announce(userId) {
      wakeFeeds(userId)
      bus
        .say([PERSON + userId])
        .catch((error: unknown) => log.warn({ err: error }, 'others could not be woken'))
    },
    onRun(userId, listener) {
      const set = feeds.get(userId) ?? new Set()
      feeds.set(userId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) feeds.delete(userId)
      }
    },

    async record(tx, runId, data) {
      const last = await tx
        .selectFrom('event')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('run_id', '=', runId)
        .executeTakeFirst()
      const row = { run_id: runId, seq: (last?.seq ?? 0) + 1, data }
      await insert(tx, [row])
      return () => publish([row])
    },

    async *follow(runId, after, signal) {
      let cursor = after
      let queue: RunEvent[] = []
      let behind = true
      let wake: () => void = () => undefined
      const listener: Listener = event => {
        if (event === undefined) behind = true
        else if (queue.length < MAX_LAG) queue.push(event)
        else [queue, behind] = [[], true]
        wake()
      }
      const set = listeners.get(runId) ?? new Set<Listener>()
      listeners.set(runId, set.add(listener))
      const onAbort = (): void => wake()
      signal.addEventListener('abort', onAbort)
      try {
        while (!signal.aborted) {
          const local = writing.has(runId)
          const ended = behind && !local && (await hasEnded(runId))
          const batch: RunEvent[] = behind ? await read(runId, cursor) : queue.splice(0)
          behind = behind && batch.length === MAX_LAG
          for (const event of batch) {
            if (event.seq <= cursor) continue
            if (event.seq > cursor + 1) {
              behind = true
              break
            }
            cursor = event.seq
            yield event
            if (isFinal(event.data)) return
          }
          // A run that ended and whose events are gone, or ended without a last one, has nothing more to say.
          if (ended && batch.length === 0) return
          if (behind || queue.length > 0) continue
          behind = await new Promise<boolean>(resolve => {
            const poll = setTimeout(resolve, local ? CHECK_EVERY : POLL_EVERY, true)
            wake = () => {
              clearTimeout(poll)
              resolve(behind)
            }
            if (signal.aborted || behind || queue.length > 0) wake()
          })
        }
      } finally {
        signal.removeEventListener('abort', onAbort)
        set.delete(listener)
        if (set.size === 0) listeners.delete(runId)
      }
    },

    async stop() {
      await flush()
      await bus.stop()
    }
  }
}
