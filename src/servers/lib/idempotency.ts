import { createHash } from 'node:crypto'
import { KEY_HOURS } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

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
      .update(JSON.stringify(brief(body ?? null)))
      .digest('base64url')
  }
}

/** Longest text of a body that is hashed as it stands, in UTF-16 units: to write millions of them as JSON holds others up. */
const LONG = 65_536

/** The same value with a hash in place of each long text. Bodies are no deeper than the stack bears. */
function brief(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONG ? createHash('sha256').update(value, 'utf16le').digest('base64url') : value
  if (Array.isArray(value)) return value.map(brief)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, brief(inner)]))
}

/** Result of an earlier call with this key. `leaseUntil`, unix milliseconds, says how long a call at work counts as alive. */
export type Before = { runId: string | null; status: number | null; answer: unknown; leaseOwner: string; leaseUntil: number }

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
  const answer: unknown = row.answer === null ? null : JSON.parse(row.answer)
  return { runId: row.run_id, status: row.status, answer, leaseOwner: row.lease_owner, leaseUntil: row.lease_until }
}

/** Holder of a key: the run that its transaction makes, or a call that is alive until then, in unix milliseconds. */
export type Taker = { run_id?: string; lease_owner?: string; lease_until?: number }

/** @returns false when somebody else has the key */
export async function takeKey(db: Queries, once: OnceKey, now: number, taker: Taker = {}): Promise<boolean> {
  const { owner, route, key, bodyHash } = once
  const blank = { run_id: null, lease_owner: '', lease_until: 0, status: null, answer: null, effect: null }
  const taken = await db
    .insertInto('idempotency')
    .values({ owner, route, key, body_hash: bodyHash, ...blank, ...taker, created_at: now })
    .onConflict(conflict => conflict.columns(['owner', 'route', 'key']).doNothing())
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}
