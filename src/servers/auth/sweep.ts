import { REFRESH_GRACE } from '#servers/auth/grants.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { listRetentions } from '#servers/lib/retention.ts'

const HOUR = 3_600_000

/**
 * Milliseconds for which ended sign-ins and used refresh tokens are kept, so that a reused token is
 * recognized.
 */
const KNOWN_FOR = 30 * 24 * HOUR

/** Rows that one statement removes, so that no other query waits long. */
const BATCH = 500

/**
 * Removes the rest of sign-ins: those by phone an hour after their end; unused successors of
 * refresh tokens; refresh tokens and sign-ins at sites a month after their end; expired sessions of
 * the login page, links and second factors.
 */
export async function sweepSignIns({
  database,
  clock
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const { db } = database
  const now = clock.now()
  await db
    .deleteFrom('phone_sign_in')
    .where('expires_at', '<', now - HOUR)
    .execute()
  await sweepRefreshTokens(db, now)
  await database.transaction(tx => sweepGrants(tx, now))
  const hourAgo = new Date(now - HOUR).toISOString()
  await db.deleteFrom('session').where('expiresAt', '<', hourAgo).execute()
  await db.deleteFrom('verification').where('expiresAt', '<', hourAgo).execute()
}

async function sweepRefreshTokens(db: Queries, now: number): Promise<void> {
  await db
    .updateTable('refresh_token')
    .set({ next_box: null })
    .where('next_box', 'is not', null)
    .where('used_at', '<', now - REFRESH_GRACE)
    .execute()
  const used = db
    .selectFrom('refresh_token')
    .select('hash')
    .where('used_at', '<', now - KNOWN_FOR)
    .limit(BATCH)
  await db.deleteFrom('refresh_token').where('hash', 'in', used).execute()
}

/**
 * Removes ended sign-ins with everything that belongs to them, at sites that keep logs for less than
 * a month earlier.
 */
async function sweepGrants(tx: Queries, now: number): Promise<void> {
  const sites = await listRetentions(tx, 'logs', now)
  const ended = await tx
    .selectFrom('grant')
    .select('id')
    .where(({ or, and, eb }) => {
      const endedBefore = (time: number) =>
        or([eb('revoked_at', '<', time), eb('expires_at', '<', time)])
      const shorter = sites.map(({ origin, before }) =>
        and([eb('origin', '=', origin), endedBefore(before)])
      )
      return or([endedBefore(now - KNOWN_FOR), ...shorter])
    })
    .limit(BATCH)
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.deleteFrom('hub_session').where('grant_id', 'in', ids).execute()
  await tx.deleteFrom('refresh_token').where('grant_id', 'in', ids).execute()
  await tx.deleteFrom('grant').where('id', 'in', ids).execute()
}
