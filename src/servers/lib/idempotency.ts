import { createHash } from 'node:crypto'
import { KEY_HOURS } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** How long a key is remembered, in milliseconds. */
export const KEY_LIFE = KEY_HOURS * 3_600_000

/** A call that its caller wants to happen once: whose, which, by what key, with what body. */
export type OnceKey = { owner: string; route: string; key: string; bodyHash: string }

/**
 * Reads the `Idempotency-Key` of a call; null when it brings none.
 * @param body the parsed body: two texts of the same JSON are the same call
 * @throws Problem `bad_request` for a key that is no key
 */
export function onceKey(headers: Headers, owner: string, route: string, body: unknown): OnceKey | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('bad_request', {
      detail: 'Idempotency-Key takes 1 to 255 visible ASCII characters',
      issues: [{ field: 'idempotency-key', code: 'invalid' }]
    })
  }
  return {
    owner,
    route,
    key,
    bodyHash: createHash('sha256')
      .update(JSON.stringify(body ?? null))
      .digest('base64url')
  }
}

/** What came of a call with this key before. */
export type Before = { runId: string | null; status: number | null; answer: unknown }

/** @throws Problem `key_reused` when the key was used with another body */
export async function findBefore(db: Queries, once: OnceKey): Promise<Before | null> {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('owner', '=', once.owner)
    .where('route', '=', once.route)
    .where('key', '=', once.key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.body_hash !== once.bodyHash)
    throw new Problem('key_reused', { detail: `Idempotency-Key "${once.key}" was used with another body` })
  return { runId: row.run_id, status: row.status, answer: row.answer === null ? null : JSON.parse(row.answer) }
}

/**
 * Takes a key, for a run in the transaction that makes it, or for a call whose answer is written down later.
 * @returns false when somebody else has it
 */
export async function takeKey(db: Queries, once: OnceKey, now: number, runId: string | null = null): Promise<boolean> {
  const { owner, route, key, bodyHash } = once
  const taken = await db
    .insertInto('idempotency')
    .values({ owner, route, key, body_hash: bodyHash, run_id: runId, status: null, answer: null, created_at: now })
    .onConflict(conflict => conflict.columns(['owner', 'route', 'key']).doNothing())
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Lets a call happen once: a second one with the same key gets the first one's answer, one that comes while the first
 * is at work is told to wait. A call that failed may be made again. Answers are kept encrypted: there may be a token in one.
 */
export async function happenOnce(
  { db, secrets, now }: { db: Queries; secrets: Secrets; now: number },
  once: OnceKey,
  work: () => Promise<unknown>
): Promise<unknown> {
  if (!(await takeKey(db, once, now))) {
    const before = await findBefore(db, once)
    if (before === null || before.status === null)
      throw new Problem('busy', { detail: 'the first call with this key is still at work', retryAfter: 1 })
    return typeof before.answer === 'string' ? JSON.parse(secrets.open(before.answer)) : before.answer
  }
  const row = db.updateTable('idempotency').where('owner', '=', once.owner).where('route', '=', once.route).where('key', '=', once.key)
  try {
    const answer = await work()
    await row.set({ status: 200, answer: JSON.stringify(secrets.seal(JSON.stringify(answer ?? null))) }).execute()
    return answer
  } catch (error) {
    await db.deleteFrom('idempotency').where('owner', '=', once.owner).where('route', '=', once.route).where('key', '=', once.key).execute()
    throw error
  }
}
