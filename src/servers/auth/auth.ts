import type { AuthContext, OrderCleanup } from '#servers/auth/context.ts'
import { repeatDeletions } from '#servers/auth/account/repeat-deletion.ts'
import { createIdentity, type Identity } from '#servers/auth/identity.ts'
import { createReseal } from '#servers/auth/reseal.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { sweepSignIns } from '#servers/auth/sweep.ts'
import type { Context, ServerPart } from '#servers/lib/context.ts'
import { createCourier } from '#servers/lib/mail/courier.ts'
import { createPartApp, createServerPart } from '#servers/lib/part.ts'
import { startSweeps } from '#servers/lib/sweeps.ts'

/**
 * Origins whose better-auth instance is kept, a quarter of a megabyte each. Others are created when
 * needed.
 */
const MOST_IDENTITIES = 100

/**
 * Creates the auth part: codes, tokens, sessions, the allowed routes of better-auth, and the
 * sending of all parts' emails.
 * @param orders handles the orders of a user whose account is deleted
 * @param mail milliseconds between two searches for unsent emails
 */
export function createAuth(
  base: Context,
  orders: OrderCleanup,
  mail: { tick?: number } = {}
): ServerPart {
  // One instance for each public origin, since its scheme decides whether cookies are Secure.
  // Unknown hosts are refused before this.
  const identities = new Map<string, Identity>()
  const keep = (origin: string, identity: Identity): Identity => {
    // The map is in order of use, with the last used one at the end. If there are too many, the
    // first is removed.
    identities.delete(origin)
    identities.set(origin, identity)
    for (const [oldest] of identities)
      if (identities.size > MOST_IDENTITIES) identities.delete(oldest)
    return identity
  }
  const courier = createCourier({ context: base, ...mail })
  const context: AuthContext = {
    ...base,
    orders,
    identity({ origin }) {
      return keep(origin, identities.get(origin) ?? createIdentity(base, origin))
    }
  }
  const reseal = createReseal(base)
  // At once, since second factors of an earlier SECRET do not work before.
  const resealed = reseal().catch((error: unknown) =>
    base.log.error({ err: error }, 'texts of an earlier SECRET wait for the next minute')
  )
  const sweeps = startSweeps(base, [sweepSignIns, repeatDeletions, reseal])
  const app = createPartApp({
    context,
    routes: authRoutes,
    cors: 'registered',
    missingToken: 'invalid_token'
  })
  return createServerPart(app, async () => {
    sweeps.stop()
    await resealed
    await courier.stop()
  })
}
