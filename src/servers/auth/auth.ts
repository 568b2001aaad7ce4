import type { AuthContext, OrdersOfLeavers } from '#servers/auth/context.ts'
import { createIdentity, type Identity } from '#servers/auth/identity.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { sweepSignIns } from '#servers/auth/sweep.ts'
import type { Context, Part } from '#servers/lib/context.ts'
import { createCourier } from '#servers/lib/mail/courier.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'
import { startSweeps } from '#servers/lib/sweeps.ts'

/** Origins whose sign-in is held ready, a quarter of a megabyte each; another one's is made anew. */
const MOST_IDENTITIES = 100

/**
 * Sign-in: codes, tokens, sessions, the allow-listed routes of better-auth, and the mails that all parts write.
 * @param orders what becomes of the orders of somebody who leaves
 * @param mail how often it is looked for
 */
export function createAuth(
  base: Context,
  orders: OrdersOfLeavers,
  mail: { tick?: number } = {}
): Part {
  // One a public origin: its scheme decides whether cookies are Secure. Hosts that are not ours never get here.
  const identities = new Map<string, Identity>()
  const keep = (origin: string, identity: Identity): Identity => {
    // The one used last stands last: of more than there is room for the first goes.
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
