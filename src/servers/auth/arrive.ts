import { sql } from 'kysely'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Number of the lock; any constant works. Of two users who arrive at once by each other's
 * invitations, the second must see the inviter of the first.
 */
const LOCK = 4_321_000_011

/**
 * Decides once who invited a user, when they first arrive at any site of this deployment. The
 * site's forced inviter comes first, then the requested one (from the address or else the cookie;
 * the hub sends one of them), then the site's default. Skipped are unknown inviters, the user, and
 * anyone whom the user invited, directly or not.
 * @param asked the inviter's id from the sign-in
 */
export async function recordFirstArrival(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  origin: string,
  asked?: string
) {
  const settled = await database.db
    .selectFrom('profile')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (settled !== undefined) return
  await database.transaction(async tx => {
    if (database.kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const inviter = await inviterOf(tx, userId, origin, asked)
    const said = { first_name: '', last_name: '', gender: '', city: '', province: '', country: '' }
    await tx
      .insertInto('profile')
      .values({ user_id: userId, inviter_id: inviter, origin, ...said, created_at: clock.now() })
      .onConflict(conflict => conflict.column('user_id').doNothing())
      .execute()
  })
}

type SiteInviters = { force_inviter_id?: string | null; default_inviter_id?: string | null }

/** Reads the ids of a site's forced and default inviters. */
export async function readSiteInviters(db: Queries, origin: string): Promise<SiteInviters> {
  const site = await db
    .selectFrom('site')
    .select('distribution')
    .where('origin', '=', origin)
    .executeTakeFirst()
  return JSON.parse(site?.distribution ?? '{}') as SiteInviters
}

async function inviterOf(
  tx: Queries,
  userId: string,
  origin: string,
  asked: string | undefined
): Promise<string | null> {
  const ids = await readSiteInviters(tx, origin)
  const candidates = [ids.force_inviter_id, asked, ids.default_inviter_id].filter(
    id => typeof id === 'string'
  )
  for (const id of candidates) if (await mayInvite(tx, id, userId)) return id
  return null
}

/**
 * Tells whether an inviter exists, and is neither the user nor somebody whom the user invited,
 * directly or not.
 */
async function mayInvite(tx: Queries, inviterId: string, userId: string): Promise<boolean> {
  const known = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', inviterId)
    .executeTakeFirst()
  if (known === undefined || inviterId === userId) return false
  // `union` drops ids that it has already found, so the recursion ends even in a loop of inviters.
  const { rows } = await sql`
    with recursive line(id) as (
      select cast(${inviterId} as text)
      union
      select profile.inviter_id from profile join line on profile.user_id = line.id where profile.inviter_id is not null
    ) select id from line where id = ${userId}`.execute(tx)
  return rows.length === 0
}
