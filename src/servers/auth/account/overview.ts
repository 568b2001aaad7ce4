import type { Account } from '#contract/account.ts'
import { offersPasskeys } from '#core/passkey.ts'
import { readSignInBrand } from '#servers/auth/authorize.ts'
import { findSoleAdminSites } from '#servers/auth/account/admins.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import { checkReturnTarget } from '#servers/auth/redirects.ts'
import { offeredSocialProviders } from '#servers/auth/social.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readSignInMethods } from '#servers/people/ways-in.ts'
import { getUser } from '#servers/people/users.ts'

/**
 * Milliseconds for which a fresh sign-in is accepted in place of a password, for users without one.
 */
const FRESH_FOR = 15 * 60_000

type Own = { userId: string; createdAt: number }

/**
 * Returns everything that the account page shows.
 * @param page the address of the call, which decides what can be offered
 * @param site the origin that the user came from; a foreign one is ignored
 */
export async function readAccount(
  context: AuthContext,
  own: Own,
  page: URL,
  site: string | undefined
): Promise<Account> {
  const { db } = context.database
  const place = await checkReturnTarget(
    context.sites,
    site === undefined ? {} : { site },
    page
  ).catch(() => checkReturnTarget(context.sites, {}, page))
  const [user, ways, only_admin_of, running] = await Promise.all([
    getUser(db, own.userId),
    readSignInMethods(db, own.userId),
    findSoleAdminSites(context, own.userId, page),
    hasRunningWork(db, own.userId)
  ])
  return {
    email: user.email,
    is_verified: user.is_verified,
    ...ways,
    methods: { social: offeredSocialProviders(context, page), passkeys: offersPasskeys(page) },
    site: await readSignInBrand(context, place.origin),
    back: place.redirect,
    fresh: isFreshSignIn(own),
    only_admin_of,
    running
  }
}

/** Tells whether a sign-in is fresh, by the machine's clock, which better-auth uses too. */
export function isFreshSignIn({ createdAt }: Pick<Own, 'createdAt'>): boolean {
  return Date.now() - createdAt < FRESH_FOR
}

/** Tells whether a task or answer of the user is running or waiting. */
export async function hasRunningWork(db: Queries, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('run')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
