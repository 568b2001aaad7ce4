import type { User } from '#contract/user.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/** @throws Problem `not_found` when the person is gone */
export async function getUser(db: Queries, id: string): Promise<User> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: 'this account no longer exists' })
  return {
    id: row.id,
    username: row.email.split('@', 1)[0] ?? '',
    nickname: row.name,
    first_name: '',
    last_name: '',
    email: row.email,
    is_verified: Boolean(row.emailVerified),
    gender: '',
    city: '',
    province: '',
    country: '',
    avatar: row.image ?? '',
    date_joined: new Date(row.createdAt).toISOString()
  }
}
