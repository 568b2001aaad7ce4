import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY_HOURS } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Milliseconds that a key is remembered. */
export const IDEMPOTENCY_KEY_MS = IDEMPOTENCY_KEY_HOURS * 3_600_000

/** A call that must happen once: its owner, route, key and body hash. */
export type IdempotencyKey = { owner: string; route: string; key: string; bodyHash: string }

/**
 * Reads the `Idempotency-Key` of a call; null when it has none.
 * @param body the parsed body: two spellings of the same JSON are the same call
 * @throws Problem `bad_request` for an invalid key
 */
export function readIdempotencyKey(
  headers: Headers,
  owner: string,
  route: string,
  body: unknown
): IdempotencyKey | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('bad_request', {
      detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters',
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

/**
 * Maximum UTF-16 units of a text that is part of the body's hash in full. Serializing millions of
 * them would block other requests.
 */
const LONG = 65_536

/**
 * Replaces each long text of a value with its hash. The parser limits the depth of bodies, so
 * recursion is safe.
 */
function brief(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONG
      ? createHash('sha256').update(value, 'utf16le').digest('base64url')
      : value
  if (Array.isArray(value)) return value.map(brief)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, brief(inner)]))
}

/**
 * The earlier call with this key, and its result if it has ended. `leaseUntil` is in unix
 * milliseconds; a call that still runs after it has failed.
 */
export type EarlierCall = {
  runId: string | null
  status: number | null
  answer: unknown
  leaseOwner: string
  leaseUntil: number
}

/**
 * Reads the earlier call with this key.
 * @throws Problem `key_reused` when the key was used with another body
 */
export async function findEarlierCall(
  db: Queries,
  once: IdempotencyKey
): Promise<EarlierCall | null> {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('owner', '=', once.owner)
    .where('route', '=', once.route)
    .where('key', '=', once.key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.body_hash !== once.bodyHash)
    throw new Problem('key_reused', {
      detail: `Idempotency-Key "${once.key}" was used with another body`
    })
  const answer: unknown = row.answer === null ? null : JSON.parse(row.answer)
  return {
    runId: row.run_id,
    status: row.status,
    answer,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until
  }
}

/**
 * Holder of a key: the run that its transaction creates, or a call with a lease until unix
 * milliseconds.
 */
type Taker = { run_id?: string; lease_owner?: string; lease_until?: number }

/** Takes a key for a call. @returns false when another call has the key */
export async function claimIdempotencyKey(
  db: Queries,
  once: IdempotencyKey,
  now: number,
  taker: Taker = {}
): Promise<boolean> {
  const { owner, route, key, bodyHash } = once
  const blank = {
    run_id: null,
    lease_owner: '',
    lease_until: 0,
    status: null,
    answer: null,
    effect: null
  }
  const taken = await db
    .insertInto('idempotency')
    .values({ owner, route, key, body_hash: bodyHash, ...blank, ...taker, created_at: now })
    .onConflict(conflict => conflict.columns(['owner', 'route', 'key']).doNothing())
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}
