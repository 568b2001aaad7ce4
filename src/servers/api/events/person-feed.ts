import { OVERLAP, SEEN, writeCursor, type FeedCursor } from '#servers/api/events/cursor.ts'
import { isFinal, type EventData, type EventLog } from '#servers/api/events/event-log.ts'
import type { Context } from '#servers/lib/context.ts'

/** How often new runs are looked for when nobody told of one, in milliseconds. */
const LOOK_EVERY = 2000

/** Events that wait for a slow reader; the runs' own readers wait with them. */
const MAX_WAITING = 200

export type FeedEvent = { cursor: string; data: EventData }
type Begun = { id: string; created_at: number; service: string }

/**
 * Everything that happens to a person's runs, in one stream: each event of each run exactly once, in its run's order,
 * however often the reader comes back with its cursor, to whatever process.
 */
export async function* personFeed(
  { database, events, clock }: Context & { events: EventLog },
  userId: string,
  from: FeedCursor | null,
  signal: AbortSignal
): AsyncGenerator<FeedEvent> {
  const cursor: FeedCursor = from ?? { since: clock.now(), runs: new Map() }
  const waiting: FeedEvent[] = []
  const following = new Set<string>()
  let wake: () => void = () => undefined
  let room: () => void = () => undefined
  const forget = events.onRun(userId, () => wake())
  const onAbort = (): void => {
    wake()
    room()
  }
  signal.addEventListener('abort', onAbort)

  async function begun(): Promise<Begun[]> {
    return database.db
      .selectFrom('run')
      .select(['id', 'created_at', 'service'])
      .where('user_id', '=', userId)
      .where(({ or, eb }) =>
        or([
          eb('state', 'in', ['queued', 'running']),
          eb('created_at', '>=', cursor.since - OVERLAP),
          ...(cursor.runs.size > 0 ? [eb('id', 'in', [...cursor.runs.keys()])] : [])
        ])
      )
      .orderBy('created_at')
      .execute()
  }

  async function pump({ id, service }: Begun): Promise<void> {
    for await (const { seq, data } of events.follow(id, cursor.runs.get(id) ?? 0, signal)) {
      while (waiting.length >= MAX_WAITING && !signal.aborted) await new Promise<void>(resolve => (room = resolve))
      if (signal.aborted) return
      cursor.runs.set(id, isFinal(data) ? SEEN : seq)
      waiting.push({ cursor: writeCursor(cursor), data: { ...data, run_id: id, service, seq } })
      wake()
    }
  }

  try {
    yield { cursor: writeCursor(cursor), data: { type: 'ready' } }
    while (!signal.aborted) {
      const found = await begun()
      for (const run of found) {
        if (following.has(run.id) || cursor.runs.get(run.id) === SEEN) continue
        following.add(run.id)
        cursor.since = Math.max(cursor.since, run.created_at)
        void pump(run).finally(() => following.delete(run.id))
      }
      prune(cursor, found)
      while (waiting.length > 0 && !signal.aborted) {
        const event = waiting.shift()
        room()
        if (event !== undefined) yield event
      }
      if (signal.aborted) return
      await new Promise<void>(resolve => {
        const look = setTimeout(resolve, LOOK_EVERY)
        wake = () => {
          clearTimeout(look)
          resolve()
        }
        if (waiting.length > 0) wake()
      })
    }
  } finally {
    forget()
    signal.removeEventListener('abort', onAbort)
  }
}

/** Runs that ended and began long before the newest one need not be remembered: nothing looks for them any more. */
function prune({ since, runs }: FeedCursor, begun: readonly Begun[]): void {
  const recent = new Set(begun.filter(run => run.created_at >= since - 2 * OVERLAP).map(run => run.id))
  for (const [id, seq] of runs) if (seq === SEEN && !recent.has(id)) runs.delete(id)
}
