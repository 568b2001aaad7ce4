import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** True when an operator has blocked this user. */
export async function isBlocked(db: Queries, userId: string): Promise<boolean> {
  if (userId === '') return false
  return (
    (await db
      .selectFrom('block')
      .select('user_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()) !== undefined
  )
}

/** Finds which of these users exist and are not blocked, and so can still sign in. */
export async function findActiveUsers(db: Queries, ids: readonly string[]): Promise<Set<string>> {
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
 * Refuses a blocked user wherever they sign in or use a token or credential. Running work continues
 * and is charged.
 * @throws Problem `forbidden` for a blocked user
 */
export async function checkNotBlocked(db: Queries, userId: string): Promise<void> {
  if (await isBlocked(db, userId)) throw blockedProblem()
}

/** Builds the problem for a blocked user; its issue has a message of its own. */
export function blockedProblem(): Problem {
  return new Problem('forbidden', {
    detail: 'this account is blocked',
    issues: [{ field: 'account', code: 'blocked' }]
  })
}
