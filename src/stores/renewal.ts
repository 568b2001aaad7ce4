import type { HubInfo } from '#client/hub.ts'
import { fetchSession } from '#client/session.ts'
import { goToSignIn } from '#client/sign-in.ts'
import { withBearer, type TokenSource } from '#client/bearer.ts'
import { Problem } from '#core/problem.ts'
import { $token } from '#stores/token.ts'

/** Before this many milliseconds of its end a token is not begun with. */
const MARGIN = 30_000

let renewal: Promise<string | null> | null = null

/** An access token that is still good; null when nobody is signed in. @throws Problem as {@link renewToken} does */
export async function ensureToken(hub: HubInfo): Promise<string | null> {
  return goodToken() ?? renewToken(hub)
}

/**
 * A new access token from the session cookie. All who ask meanwhile share the answer.
 * @param stale the one that was refused; a newer one that is here already is good enough
 * @throws Problem `token_mismatched` when the cookie has become another person's since this page was made
 */
export function renewToken(hub: HubInfo, stale?: string): Promise<string | null> {
  const known = goodToken()
  if (stale !== undefined && known !== null && known !== stale) return Promise.resolve(known)
  renewal ??= renew(hub).finally(() => {
    renewal = null
  })
  return renewal
}

/** Runs a call in the person's own name. @throws Problem whatever the call throws; `invalid_token` on the way to the sign-in page */
export function asPerson<T>(hub: HubInfo, run: (token: string) => Promise<T>): Promise<T> {
  const source: TokenSource = {
    current: () => ensureToken(hub),
    renew: stale => renewToken(hub, stale),
    signIn: goToSignIn
  }
  return withBearer(source, run)
}

function goodToken(): string | null {
  const token = $token.get()
  return token !== null && token.expiration - MARGIN > Date.now() ? token.access : null
}

async function renew(hub: HubInfo): Promise<string | null> {
  const session = await fetchSession()
  if (session === null) {
    $token.set(null)
    return null
  }
  if (hub.user !== null && hub.user.id !== session.user.id) throw new Problem('token_mismatched', { detail: 'somebody else has signed in' })
  $token.set({ access: session.access_token, expiration: Date.now() + session.expires_in * 1000 })
  return session.access_token
}
