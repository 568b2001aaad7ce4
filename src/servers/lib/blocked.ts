import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Has an operator shut this person out? */
export async function isBlocked(db: Queries, userId: string): Promise<boolean> {
  if (userId === '') return false
  return (await db.selectFrom('block').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** Those of some people who are here and are not shut out: who can sign in and let others in. */
export async function ableOf(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .leftJoin('block', 'block.user_id', 'user.id')
    .select('user.id')
    .where('user.id', 'in', ids)
    .where('block.user_id', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * At each door: signing in, tokens, credentials. What is running then goes on to its end, and is charged as always.
 * @throws Problem `forbidden` for somebody who is blocked
 */
export async function checkNotBlocked(db: Queries, userId: string): Promise<void> {
  if (await isBlocked(db, userId)) throw blocked()
}

/** Names an issue of its own, which has a sentence. */
export function blocked(): Problem {
  return new Problem('forbidden', { detail: 'this account is blocked', issues: [{ field: 'account', code: 'blocked' }] })
}
