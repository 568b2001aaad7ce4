import type { Invitation, InvitationResponse } from '#contract/invitation.ts'
import { microToCredits } from '#core/money.ts'
import { readSiteInviters } from '#servers/auth/arrive.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { publicName } from '#servers/people/public-name.ts'

/**
 * Finds who invited a visitor, and the credits that a new account starts with.
 * @param origin of the site
 * @param asked the inviter's id, from the address or the visitor's cookie
 */
export async function findVisitorInvitation(
  { database, config }: Pick<AuthContext, 'database' | 'config'>,
  origin: string,
  asked: string | undefined
): Promise<InvitationResponse> {
  return {
    invitation: await findInvitation(database.db, origin, asked),
    free_credits: microToCredits(config.freeAmount)
  }
}

/**
 * Finds the inviter who would count for a new user.
 * @returns null for an unknown or blocked inviter, or where the site counts its users for another
 *   inviter
 */
async function findInvitation(
  db: Queries,
  origin: string,
  asked: string | undefined
): Promise<Invitation | null> {
  if (asked === undefined) return null
  const { force_inviter_id: forced } = await readSiteInviters(db, origin)
  if (typeof forced === 'string' && forced !== asked) return null
  const inviter = await db
    .selectFrom('user')
    .leftJoin('block', 'block.user_id', 'user.id')
    .select(['user.name', 'user.email'])
    .where('user.id', '=', asked)
    .where('block.user_id', 'is', null)
    .executeTakeFirst()
  if (inviter === undefined) return null
  const rewarded = await db
    .selectFrom('distribution_level')
    .select('id')
    .where('percentage', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return { name: publicName(inviter.name, inviter.email), rewarded: rewarded !== undefined }
}
