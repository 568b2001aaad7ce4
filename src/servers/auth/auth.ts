import type { AuthContext, OrdersOfLeavers } from '#servers/auth/context.ts'
import { createIdentity, type Identity } from '#servers/auth/identity.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { sweepSignIns } from '#servers/auth/sweep.ts'
import type { Context, Part } from '#servers/lib/context.ts'
import { createCourier } from '#servers/lib/mail/courier.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'
import { startSweeps } from '#servers/lib/sweeps.ts'

/**
 * Origins whose better-auth instance is kept, a quarter of a megabyte each. Others are created when
 * needed.
 */
const MOST_IDENTITIES = 100

/**
 * Sign-in: codes, tokens, sessions, the allowed routes of better-auth, and the mails of all parts.
 * @param orders handles the orders of a user whose account ends
 * @param mail how often mails are sent
 */
export function createAuth(
  base: Context,
  orders: OrdersOfLeavers,
  mail: { tick?: number } = {}
): Part {
  // One for each public origin, since its scheme decides whether cookies are Secure. Foreign hosts
  // never get here.
  const identities = new Map<string, Identity>()
  const keep = (origin: string, identity: Identity): Identity => {
    // The one used last is at the end. If there are too many, the first goes.
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
  const sweeps = startSweeps(base, [sweepSignIns])
  const app = createPartApp({
    context,
    routes: authRoutes,
    cors: 'registered',
    missingToken: 'invalid_token'
  })
  return mountedPart(app, async () => {
    sweeps.stop()
    await courier.stop()
  })
}
