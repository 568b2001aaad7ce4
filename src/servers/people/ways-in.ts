import type { Account } from '#contract/account.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** True when this account has a password. */
export async function hasPassword(db: Queries, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Reads a user's sign-in methods. */
export async function readSignInMethods(
  db: Queries,
  userId: string
): Promise<Pick<Account, 'has_password' | 'second_factor' | 'passkeys' | 'linked'>> {
  const [has_password, user, passkeys, accounts] = await Promise.all([
    hasPassword(db, userId),
    db.selectFrom('user').select('twoFactorEnabled').where('id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('passkey')
      .select(['id', 'name', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('account')
      .select(['id', 'providerId'])
      .where('userId', '=', userId)
      .where('providerId', '<>', 'credential')
      .execute()
  ])
  return {
    has_password,
    second_factor: Boolean(user?.twoFactorEnabled),
    passkeys: passkeys.map(({ id, name, createdAt }) => ({
      id,
      name: textOf(name),
      created_at: timeOf(createdAt)
    })),
    linked: accounts.map(({ id, providerId }) => ({ id, provider: textOf(providerId) }))
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Formats a date, which each database returns in its own type. */
export function timeOf(value: unknown): string | null {
  return value instanceof Date || typeof value === 'string' ? new Date(value).toISOString() : null
}
