import { OVERLAP, SEEN, writeCursor, type FeedCursor } from '#servers/api/events/cursor.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { isFinal, type EventData } from '#servers/runs/event-rows.ts'
import { accountChanges, standingOf, type Standing } from '#servers/api/events/standing.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds between two searches for new runs without an announcement. */
const LOOK_EVERY = 2000

/** Maximum events that wait for a slow reader. The readers of the runs then wait too. */
const MAX_WAITING = 200

/**
 * Maximum runs that are followed at once, and ended ones that are remembered. A cursor with them
 * fits into an address.
 */
const MAX_FOLLOWED = 100
const MAX_SEEN = 50

export type FeedEvent = { cursor: string; data: EventData }
type Begun = { id: string; created_at: number; service: string }
type Reading = { since: number; runs: FeedCursor['runs'] }

/**
 * Yields everything that happens to a user's runs in one stream: each event of each run exactly
 * once, in order, however often the reader returns with its cursor, to any process. The first event
 * is `ready`. Its cursor lists the runs that follow. A listed run whose events were deleted gets
 * one event, `gone`. Other changes of the account come as `changed` with their topics and without a
 * number: a reader that missed one looks again at the next `ready`.
 */
export async function* personFeed(
  {
    database,
    events,
    clock,
    log
  }: Pick<Context, 'database' | 'clock' | 'log'> & { events: EventLog },
  userId: string,
  from: FeedCursor | null,
  signal: AbortSignal
): AsyncGenerator<FeedEvent> {
  const cursor: Reading = { since: from?.since ?? clock.now() - OVERLAP, runs: new Map(from?.runs) }
  const waiting: FeedEvent[] = []
  const following = new Set<string>()
  const leaving = new AbortController()
  const left = AbortSignal.any([signal, leaving.signal])
  let [ready, look] = [false, true]
  let standing: Standing | null = null
  /** Rung at every change. Those who wait check what changed. */
  let bell = Promise.withResolvers<void>()

  function ring(): void {
    bell.resolve()
    bell = Promise.withResolvers()
  }
  function lookAgain(): void {
    look = true
    ring()
  }

  function tell(
    { id, service }: Pick<Begun, 'id' | 'service'>,
    seq: number,
    data: EventData
  ): void {
    cursor.runs.set(id, isFinal(data) || data.type === 'gone' ? SEEN : seq)
    waiting.push({ cursor: writeCursor(cursor), data: { ...data, run_id: id, service, seq } })
    ring()
  }

  async function pump(run: Begun): Promise<void> {
    for await (const { seq, data } of events.follow(run.id, cursor.runs.get(run.id) ?? 0, left)) {
      while (waiting.length >= MAX_WAITING && !left.aborted) await bell.promise
      if (left.aborted) return
      tell(run, seq, data)
      if (isFinal(data)) return
    }
    if (!left.aborted) tell(run, cursor.runs.get(run.id) ?? 0, { type: 'gone' })
  }

  function begin(run: Begun): void {
    pump(run)
      .catch((error: unknown) =>
        log.error({ err: error, run: run.id }, 'a run could not be followed; it is tried again')
      )
      .finally(() => {
        following.delete(run.id)
        // A run that failed is tried at the next search. Room for a waiting run is used at once.
        if (following.size === MAX_FOLLOWED - 1) lookAgain()
      })
  }

  /** Follows new runs, and forgets runs that no search finds any more. */
  async function lookForRuns(): Promise<void> {
    const found = await begunRuns(database, userId, cursor)
    const known = new Set(found.map(run => run.id))
    const missing = [...cursor.runs.keys()].filter(id => !known.has(id))
    const open = found.filter(run => !following.has(run.id) && cursor.runs.get(run.id) !== SEEN)
    const fresh = open.slice(0, MAX_FOLLOWED - following.size)
    for (const { id } of fresh) {
      following.add(id)
      // The cursor lists the run before its first event, since the run may end while the reader is
      // away.
      if (!cursor.runs.has(id)) cursor.runs.set(id, 0)
    }
    forgetSeen(cursor, found, open[fresh.length]?.created_at ?? Number.POSITIVE_INFINITY)
    if (!ready) waiting.push({ cursor: writeCursor(cursor), data: { type: 'ready' } })
    ready = true
    for (const id of missing) {
      if (cursor.runs.get(id) === SEEN) cursor.runs.delete(id)
      else tell({ id, service: '' }, 0, { type: 'gone' })
    }
    fresh.forEach(begin)
  }

  async function lookAtAccount(): Promise<void> {
    const now = await standingOf(database.db, userId)
    const of = standing === null ? [] : accountChanges(standing, now)
    standing = now
    if (of.length > 0) waiting.push({ cursor: writeCursor(cursor), data: { type: 'changed', of } })
  }

  const forget = events.onRun(userId, lookAgain)
  const timer = setInterval(lookAgain, LOOK_EVERY)
  left.addEventListener('abort', ring)
  try {
    while (!left.aborted) {
      if (look) {
        look = false
        await lookForRuns()
        await lookAtAccount()
      }
      const event = waiting.shift()
      if (event !== undefined) {
        ring()
        yield event
      } else if (!look && !left.aborted) await bell.promise
    }
  } finally {
    forget()
    clearInterval(timer)
    leaving.abort()
  }
}

/** Reads a user's runs that are open, began after the cursor, or are listed in it; oldest first. */
function begunRuns(
  database: Context['database'],
  userId: string,
  { since, runs }: Reading
): Promise<Begun[]> {
  return database.db
    .selectFrom('run')
    .select(['id', 'created_at', 'service'])
    .where('user_id', '=', userId)
    .where(({ or, eb }) =>
      or([
        eb('state', 'in', ['queued', 'running']),
        eb('created_at', '>=', since),
        ...(runs.size > 0 ? [eb('id', 'in', [...runs.keys()])] : [])
      ])
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Moves the cursor's time forward, and drops the ended runs from before, which no search finds.
 * After more than {@link MAX_SEEN} ended runs within {@link OVERLAP}, clocks may differ by less.
 */
function forgetSeen(cursor: Reading, found: readonly Begun[], limit: number): void {
  const known = found.filter(run => cursor.runs.has(run.id))
  const seen = known.filter(run => cursor.runs.get(run.id) === SEEN)
  const newest = Math.max(...known.map(run => run.created_at)) - OVERLAP
  const crowded = (seen.at(-MAX_SEEN - 1)?.created_at ?? Number.NEGATIVE_INFINITY) + 1
  cursor.since = Math.max(cursor.since, Math.min(limit, Math.max(newest, crowded)))
  for (const { id, created_at } of seen) if (created_at < cursor.since) cursor.runs.delete(id)
}
