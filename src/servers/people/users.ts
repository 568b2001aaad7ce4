import type { User } from '#contract/user.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { parseNoticeChoices } from '#servers/lib/mail/notice-choice.ts'
import { isOperator } from '#servers/lib/operators.ts'

/** Columns of `profile`; better-auth stores the rest of a user. */
export const PROFILE_COLUMNS = [
  'first_name',
  'last_name',
  'gender',
  'city',
  'province',
  'country'
] as const

/** Reads a user. @throws Problem `not_found` when the account is gone */
export async function getUser(db: Queries, id: string): Promise<User> {
  const row = await db
    .selectFrom('user')
    .leftJoin('profile', 'profile.user_id', 'user.id')
    .selectAll('user')
    .select([...PROFILE_COLUMNS, 'profile.notify'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: 'this account no longer exists' })
  return {
    id: row.id,
    username: row.email.split('@', 1)[0] ?? '',
    nickname: row.name,
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    email: row.email,
    is_verified: Boolean(row.emailVerified),
    gender: row.gender ?? '',
    city: row.city ?? '',
    province: row.province ?? '',
    country: row.country ?? '',
    avatar: row.image ?? '',
    notify: parseNoticeChoices(row.notify ?? '{}'),
    is_operator: await isOperator(db, row.id),
    date_joined: new Date(row.createdAt).toISOString()
  }
}
