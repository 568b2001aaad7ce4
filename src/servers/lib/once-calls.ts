import { randomUUID } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import type { Base } from '#servers/lib/base.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { findBefore, takeKey, type Before, type OnceKey } from '#servers/lib/idempotency.ts'

/** How long a call's process may be silent before another may take the call over, in milliseconds. */
export const CALL_LEASE = 10_000

/** Calls that happen once, of one process. */
export type OnceCalls = {
  /**
   * Lets a call happen once: a second one with the same key gets the first one's answer, or is told to wait while the
   * first is at work. One whose process died is made again when its lease has ended. A call that failed may be made again.
   * @param work takes the database whose `effect` is kept with the key
   * @throws Problem `busy` with the seconds after which to ask again
   */
  happen(once: OnceKey, work: (database: Database) => Promise<unknown>): Promise<unknown>
}

type Needs = Pick<Base, 'database' | 'secrets' | 'clock' | 'log'>
type Kept = { effect: unknown }

/** @param lease in milliseconds; a process says five times as often that its calls live */
export function createOnceCalls({ database, secrets, clock, log }: Needs, lease = CALL_LEASE): OnceCalls {
  const { db } = database
  const atWork = new Set<string>()
  let beating: NodeJS.Timeout | undefined
  // Answers and effects are kept encrypted: there may be a token in one.
  const seal = (value: unknown): string => secrets.seal(JSON.stringify(value ?? null))
  const open = (sealed: string): unknown => JSON.parse(secrets.open(sealed))

  /** One statement for all calls in flight. */
  async function renew(): Promise<void> {
    const until = clock.now() + lease
    await db
      .updateTable('idempotency')
      .set({ lease_until: until })
      .where('lease_owner', 'in', [...atWork])
      .where('status', 'is', null)
      // A slow renewal does not set back a later one.
      .where('lease_until', '<', until)
      .execute()
  }

  function begin(caller: string): void {
    atWork.add(caller)
    beating ??= setInterval(() => {
      renew().catch((error: unknown) => log.error({ err: error }, 'leases of calls could not be renewed'))
    }, lease / 5).unref()
  }

  function end(caller: string): void {
    atWork.delete(caller)
    if (atWork.size > 0) return
    clearInterval(beating)
    beating = undefined
  }

  /** Takes over what a dead process left. @returns null when somebody else was faster */
  async function takeOver(once: OnceKey, caller: string): Promise<Kept | { effect?: never } | null> {
    const now = clock.now()
    const row = await rowOf(db, once)
      .set({ lease_owner: caller, lease_until: now + lease })
      .where('status', 'is', null)
      .where('run_id', 'is', null)
      .where('lease_until', '<=', now)
      .returning('effect')
      .executeTakeFirst()
    if (row === undefined) return null
    return row.effect === null ? {} : { effect: open(row.effect) }
  }

  function wait({ leaseOwner, leaseUntil }: Pick<Before, 'leaseOwner' | 'leaseUntil'>): Problem {
    // A call that we know to be alive ends soon. Any other may be dead, and ends with its lease.
    const seconds = atWork.has(leaseOwner) ? 1 : Math.max(1, Math.ceil((leaseUntil - clock.now()) / 1000))
    return new Problem('busy', { detail: 'the first call with this key is still at work', retryAfter: seconds })
  }

  /** The answer of the first call, or the right to make it: with what it changed, when it got that far. */
  async function claim(once: OnceKey, caller: string): Promise<{ answer: unknown } | { kept: Partial<Kept> }> {
    const now = clock.now()
    if (await takeKey(db, once, now, { lease_owner: caller, lease_until: now + lease })) return { kept: {} }
    const before = await findBefore(db, once)
    // The first call failed in this moment, so the key is free.
    if (before === null) return claim(once, caller)
    if (before.status !== null) return { answer: typeof before.answer === 'string' ? open(before.answer) : before.answer }
    const kept = before.leaseUntil <= now ? await takeOver(once, caller) : null
    if (kept === null) throw wait(before)
    return { kept }
  }

  /** The database of one call. The effect stands with the key in one transaction, so neither is there without the other. */
  function databaseOf(once: OnceKey, caller: string, kept: Partial<Kept>): Database {
    let done = 'effect' in kept ? kept : null
    return {
      ...database,
      async effect<T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> {
        if (done !== null) return done.effect as T
        const made = await database.transaction(async tx => {
          const effect = await work(tx)
          const noted = await rowOf(tx, once)
            .set({ effect: seal(effect) })
            .where('lease_owner', '=', caller)
            .executeTakeFirst()
          // Taken for dead and taken over: nothing of this one may stay.
          if (noted.numUpdatedRows === 0n) throw wait({ leaseOwner: '', leaseUntil: 0 })
          return effect
        })
        done = { effect: made }
        return made
      }
    }
  }

  /** Another call may be made with the key at once; what this one changed stays changed. */
  async function letGo(once: OnceKey, caller: string): Promise<void> {
    await db
      .deleteFrom('idempotency')
      .where('owner', '=', once.owner)
      .where('route', '=', once.route)
      .where('key', '=', once.key)
      .where('lease_owner', '=', caller)
      .where('effect', 'is', null)
      .execute()
    await rowOf(db, once).set({ lease_owner: '', lease_until: 0 }).where('lease_owner', '=', caller).execute()
  }

  return {
    async happen(once, work) {
      const caller = randomUUID()
      const claimed = await claim(once, caller)
      if ('answer' in claimed) return claimed.answer
      begin(caller)
      try {
        const answer = await work(databaseOf(once, caller, claimed.kept))
        const said = { status: 200, answer: JSON.stringify(seal(answer)), effect: null }
        await rowOf(db, once).set(said).where('lease_owner', '=', caller).execute()
        return answer
      } catch (error) {
        await letGo(once, caller).catch((failure: unknown) => log.error({ err: failure }, 'a key waits for the end of its lease'))
        throw error
      } finally {
        end(caller)
      }
    }
  }
}

/**
 * Runs what a call is made for, and what may happen once only: in one transaction, whose result is kept with the call's
 * key, when it has one. What it gives is JSON, and is all that the rest of the call goes on with.
 */
export function takeEffect<T>(
  database: Pick<Database, 'transaction' | 'effect'>,
  work: Parameters<typeof database.transaction<T>>[0]
): Promise<T> {
  return (database.effect ?? database.transaction)(work)
}

function rowOf(db: Queries, { owner, route, key }: OnceKey) {
  return db.updateTable('idempotency').where('owner', '=', owner).where('route', '=', route).where('key', '=', key)
}
