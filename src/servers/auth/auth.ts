import type { AuthContext } from '#servers/auth/context.ts'
import { createIdentity, type Identity } from '#servers/auth/identity.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { Context, Part } from '#servers/lib/context.ts'
import { createCourier } from '#servers/lib/mail/courier.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'

/** Sign-in: codes, tokens, sessions, the allow-listed routes of better-auth, and the mails that all parts write. */
export function createAuth(base: Context): Part {
  // One a public origin: its scheme decides whether cookies are Secure. Hosts that are not ours never get here.
  const identities = new Map<string, Identity>()
  const courier = createCourier({ context: base })
  const context: AuthContext = {
    ...base,
    identity({ origin }) {
      const known = identities.get(origin) ?? createIdentity(base, origin)
      identities.set(origin, known)
      return known
    }
  }
  return mountedPart(createPartApp({ context, routes: authRoutes, cors: 'registered', missingToken: 'invalid_token' }), courier.stop)
}
