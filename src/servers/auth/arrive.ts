import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/**
 * Settles, once, who invited a person: at their first arrival at any site of this deployment. The order is the site's
 * forced inviter, the one asked for (the address's, else the cookie's: the hub sends one of them), the site's default;
 * one that is nobody, or the person, is passed over.
 * @param asked the inviter's id as it came with the sign-in
 */
export async function arrive({ database, clock }: Pick<Context, 'database' | 'clock'>, userId: string, origin: string, asked?: string) {
  const { db } = database
  const settled = await db.selectFrom('profile').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  if (settled !== undefined) return
  const inviter = await inviterOf(db, userId, origin, asked)
  await db
    .insertInto('profile')
    .values({
      user_id: userId,
      inviter_id: inviter,
      origin,
      first_name: '',
      last_name: '',
      gender: '',
      city: '',
      province: '',
      country: '',
      created_at: clock.now()
    })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
}

async function inviterOf(db: Queries, userId: string, origin: string, asked: string | undefined): Promise<string | null> {
  const site = await db.selectFrom('site').select('distribution').where('origin', '=', origin).executeTakeFirst()
  const ids = JSON.parse(site?.distribution ?? '{}') as { force_inviter_id?: string | null; default_inviter_id?: string | null }
  const candidates = [ids.force_inviter_id, asked, ids.default_inviter_id].filter(id => typeof id === 'string' && id !== userId) as string[]
  if (candidates.length === 0) return null
  const known = await db.selectFrom('user').select('id').where('id', 'in', candidates).execute()
  return candidates.find(id => known.some(user => user.id === id)) ?? null
}
