import { revokeGrants } from '#servers/auth/grants.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'database' | 'clock'>

/** better-auth's path of an emailed sign-in link. */
export const LINK_PATH = '/magic-link/verify'

/**
 * Ends all access that was made before the owner of an address proved it: sign-ins, codes, passkeys,
 * social accounts, second factors and API keys. A stranger may have signed up with the address.
 * better-auth itself ends passwords and its own sessions at an emailed link.
 */
export async function endUnprovenAccess({ database, clock }: Needs, userId: string): Promise<void> {
  await database.transaction(async tx => {
    await revokeGrants(tx, clock.now(), { userId })
    await tx.deleteFrom('code').where('user_id', '=', userId).execute()
    await tx
      .updateTable('phone_sign_in')
      .set({ state: 'used', user_id: null })
      .where('user_id', '=', userId)
      .execute()
    await tx.deleteFrom('session').where('userId', '=', userId).execute()
    await tx.deleteFrom('passkey').where('userId', '=', userId).execute()
    await tx.deleteFrom('twoFactor').where('userId', '=', userId).execute()
    await tx
      .deleteFrom('account')
      .where('userId', '=', userId)
      .where('providerId', '<>', 'credential')
      .execute()
    await tx.deleteFrom('credential').where('user_id', '=', userId).execute()
  })
}
