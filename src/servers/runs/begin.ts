import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import {
  findEarlierCall,
  claimIdempotencyKey,
  type IdempotencyKey
} from '#servers/lib/idempotency.ts'

/**
 * A new run: the caller who pays for it and the site, and the columns that differ between answers
 * and tasks.
 */
export type NewRun = {
  id: string
  caller: CredentialCaller
  /** Micro-credits set aside for it. */
  held: number
  /** Time of the call in unix milliseconds. */
  now: number
} & Pick<RunRow, 'service' | 'action' | 'state' | 'fund' | 'origin' | 'trace_id' | 'request'> &
  Partial<RunRow>

/** Writes a run down, inside the transaction that sets its credits aside. */
export async function insertRun(tx: Queries, { caller, now, ...run }: NewRun): Promise<void> {
  await tx
    .insertInto('run')
    .values({
      user_id: caller.userId,
      application_id: caller.applicationId,
      credential_id: caller.credentialId,
      conversation_id: null,
      charged: 0,
      measure: null,
      reason: '',
      status_code: 0,
      lease_owner: '',
      lease_until: 0,
      stop_at: null,
      created_at: now,
      finished_at: null,
      ...run
    })
    .execute()
}

/** Another call with the same key has begun its run in the meantime. */
class BegunElsewhere extends Error {}

/**
 * Begins a run at most once for an idempotency key. The key is taken first: a second call with it
 * waits for the transaction, and then finds the first call's run. The load is checked once more,
 * since of thousands of calls in one moment, all may have passed the first check.
 * @param once null for a call without a key, which always begins a run
 * @param run its id and caller, and the time in unix milliseconds
 * @param begin sets the credits aside and stores the run
 * @returns null when another call began it; `findStartedRun` then returns that run
 * @throws Problem `too_many_requests` in an overloaded process; `invalid_token` when the caller's
 *   account was deleted in the meantime; errors of `begin`
 */
export async function startRunOnce<T>(
  { database, limits }: Pick<Context, 'database' | 'limits'>,
  once: IdempotencyKey | null,
  run: Pick<NewRun, 'id' | 'now' | 'caller'>,
  begin: (tx: Queries) => Promise<T>
): Promise<T | null> {
  limits.checkLoad()
  try {
    return await database.transaction(async tx => {
      if (once !== null && !(await claimIdempotencyKey(tx, once, run.now, { run_id: run.id })))
        throw new BegunElsewhere()
      await lockAccount(database, tx, run.caller)
      return begin(tx)
    })
  } catch (error) {
    if (error instanceof BegunElsewhere) return null
    throw error
  }
}

/**
 * Keeps the caller's account until the transaction ends. A deletion waits for that, and then finds
 * the new run. SQLite needs no lock, since it runs one transaction at a time.
 */
async function lockAccount(
  { kind }: Pick<Database, 'kind'>,
  tx: Queries,
  { guest, userId }: CredentialCaller
): Promise<void> {
  if (guest) return
  const own = tx.selectFrom('user').select('id').where('id', '=', userId)
  const found = await own.$if(kind === 'postgres', user => user.forKeyShare()).executeTakeFirst()
  if (found === undefined)
    throw new Problem('invalid_token', { detail: 'this account no longer exists' })
}

/**
 * Finds the run that an earlier call with the same key began.
 * @returns null without a key or an earlier call; undefined when the run was deleted since
 * @throws Problem `key_reused` when the key was used with another body
 */
export async function findStartedRun(
  db: Queries,
  once: IdempotencyKey | null
): Promise<Pick<RunRow, 'id' | 'trace_id' | 'conversation_id'> | null | undefined> {
  const before = once && (await findEarlierCall(db, once))
  if (!before) return null
  return db
    .selectFrom('run')
    .select(['id', 'trace_id', 'conversation_id'])
    .where('id', '=', before.runId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
