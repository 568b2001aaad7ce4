import { randomUUID } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import {
  findEarlierCall,
  claimIdempotencyKey,
  type EarlierCall,
  type IdempotencyKey
} from '#servers/lib/idempotency.ts'

/** Milliseconds that a call's process may be silent before another may take the call over. */
export const CALL_LEASE = 10_000

/**
 * Runs calls with an idempotency key, and stores their results. There is one object per process.
 */
export type IdempotentCalls = {
  /**
   * Runs a call once. A second call with the same key gets the first one's result, or must wait
   * while the first is running. If the process of the first died, the call runs again after its
   * lease. A failed call may be repeated.
   * @param work gets a database whose `effect` is stored with the key
   * @throws Problem `busy` with the seconds to wait before a retry
   */
  happen(once: IdempotencyKey, work: (database: Database) => Promise<unknown>): Promise<unknown>
}

type Needs = Pick<BaseContext, 'database' | 'secrets' | 'clock' | 'log'>
type Kept = { effect: unknown }

/** @param lease in milliseconds; the process renews the leases of its calls five times as often */
export function createIdempotentCalls(needs: Needs, lease = CALL_LEASE): IdempotentCalls {
  return new KeyedCalls(needs, lease)
}

class KeyedCalls implements IdempotentCalls {
  readonly #needs: Needs
  readonly #lease: number
  readonly #atWork = new Set<string>()
  #beating: NodeJS.Timeout | undefined

  constructor(needs: Needs, lease: number) {
    this.#needs = needs
    this.#lease = lease
  }

  async happen(
    once: IdempotencyKey,
    work: (database: Database) => Promise<unknown>
  ): Promise<unknown> {
    const { database, log } = this.#needs
    const caller = randomUUID()
    const claimed = await this.#claim(once, caller)
    if ('answer' in claimed) return claimed.answer
    this.#begin(caller)
    try {
      const answer = await work(this.#databaseOf(once, caller, claimed.kept))
      const said = { status: 200, answer: JSON.stringify(this.#seal(answer)), effect: null }
      await rowOf(database.db, once).set(said).where('lease_owner', '=', caller).execute()
      return answer
    } catch (error) {
      await letGo(database.db, once, caller).catch((failure: unknown) =>
        log.error({ err: failure }, 'a key waits for the end of its lease')
      )
      throw error
    } finally {
      this.#end(caller)
    }
  }

  /** Encrypts a result or an effect, since it may contain a token. */
  #seal(value: unknown): string {
    return this.#needs.secrets.seal(JSON.stringify(value ?? null))
  }

  #open(sealed: string): unknown {
    return JSON.parse(this.#needs.secrets.open(sealed))
  }

  /** Renews all running calls in one statement. */
  async #renew(): Promise<void> {
    const { database, clock } = this.#needs
    const until = clock.now() + this.#lease
    await database.db
      .updateTable('idempotency')
      .set({ lease_until: until })
      .where('lease_owner', 'in', [...this.#atWork])
      .where('status', 'is', null)
      // A renewal that was slow must not shorten the lease of a later one.
      .where('lease_until', '<', until)
      .execute()
  }

  #begin(caller: string): void {
    this.#atWork.add(caller)
    this.#beating ??= setInterval(() => {
      this.#renew().catch((error: unknown) =>
        this.#needs.log.error({ err: error }, 'leases of calls could not be renewed')
      )
    }, this.#lease / 5).unref()
  }

  #end(caller: string): void {
    this.#atWork.delete(caller)
    if (this.#atWork.size > 0) return
    clearInterval(this.#beating)
    this.#beating = undefined
  }

  /**
   * Returns the result of the first call, or claims the key for this one. If a dead process had
   * already stored an effect, the claim contains it.
   */
  async #claim(
    once: IdempotencyKey,
    caller: string
  ): Promise<{ answer: unknown } | { kept: Partial<Kept> }> {
    const { database, clock } = this.#needs
    const now = clock.now()
    const lease = { lease_owner: caller, lease_until: now + this.#lease }
    if (await claimIdempotencyKey(database.db, once, now, lease)) return { kept: {} }
    const before = await findEarlierCall(database.db, once)
    // The first call failed just now, so the key is free.
    if (before === null) return this.#claim(once, caller)
    const { status, answer } = before
    if (status !== null) return { answer: typeof answer === 'string' ? this.#open(answer) : answer }
    const kept = before.leaseUntil <= now ? await this.#takeOver(once, caller) : null
    if (kept === null) throw this.#wait(before)
    return { kept }
  }

  /** Takes over the call of a dead process. @returns null when another call was faster */
  async #takeOver(once: IdempotencyKey, caller: string): Promise<Kept | { effect?: never } | null> {
    const { database, clock } = this.#needs
    const now = clock.now()
    const row = await rowOf(database.db, once)
      .set({ lease_owner: caller, lease_until: now + this.#lease })
      .where('status', 'is', null)
      .where('run_id', 'is', null)
      .where('lease_until', '<=', now)
      .returning('effect')
      .executeTakeFirst()
    if (row === undefined) return null
    return row.effect === null ? {} : { effect: this.#open(row.effect) }
  }

  #wait({ leaseOwner, leaseUntil }: Pick<EarlierCall, 'leaseOwner' | 'leaseUntil'>): Problem {
    // A call of this process ends soon. The process of any other may have died, which is known only
    // when the lease expires.
    const seconds = this.#atWork.has(leaseOwner)
      ? 1
      : Math.max(1, Math.ceil((leaseUntil - this.#needs.clock.now()) / 1000))
    return new Problem('busy', {
      detail: 'the first call with this key is still running',
      retryAfter: seconds
    })
  }

  /**
   * Returns the database of one call. One transaction writes the effect and its record, so neither
   * exists without the other.
   */
  #databaseOf(once: IdempotencyKey, caller: string, kept: Partial<Kept>): Database {
    const { database } = this.#needs
    let done = 'effect' in kept ? kept : null
    const note = async (tx: Queries, effect: unknown): Promise<void> => {
      const noted = await rowOf(tx, once)
        .set({ effect: this.#seal(effect) })
        .where('lease_owner', '=', caller)
        .executeTakeFirst()
      // Another process took the call over: roll back this one's changes.
      if (noted.numUpdatedRows === 0n) throw this.#wait({ leaseOwner: '', leaseUntil: 0 })
    }
    return {
      ...database,
      async effect<T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> {
        if (done !== null) return done.effect as T
        const made = await database.transaction(async tx => {
          const effect = await work(tx)
          await note(tx, effect)
          return effect
        })
        done = { effect: made }
        return made
      }
    }
  }
}

/** Frees the key for another call. Committed changes stay. */
async function letGo(db: Queries, once: IdempotencyKey, caller: string): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('owner', '=', once.owner)
    .where('route', '=', once.route)
    .where('key', '=', once.key)
    .where('lease_owner', '=', caller)
    .where('effect', 'is', null)
    .execute()
  await rowOf(db, once)
    .set({ lease_owner: '', lease_until: 0 })
    .where('lease_owner', '=', caller)
    .execute()
}

/**
 * Runs the one-time work of a call in one transaction. If the call has an idempotency key, the
 * result is stored with it. The result must be JSON, and the rest of the call must use only this
 * result.
 */
export function commitEffect<T>(
  database: Pick<Database, 'transaction' | 'effect'>,
  work: Parameters<typeof database.transaction<T>>[0]
): Promise<T> {
  return (database.effect ?? database.transaction)(work)
}

function rowOf(db: Queries, { owner, route, key }: IdempotencyKey) {
  return db
    .updateTable('idempotency')
    .where('owner', '=', owner)
    .where('route', '=', route)
    .where('key', '=', key)
}
