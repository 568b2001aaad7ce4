import { withBearer } from '#client/bearer.ts'
import type { HubInfo } from '#client/hub.ts'
import { fetchSession } from '#client/session.ts'
import { Problem } from '#core/problem.ts'
import { alone } from '#stores/alone.ts'
import { $owner } from '#stores/owner.ts'
import { lookAgain, untilReset } from '#stores/persisted.ts'
import { $token, keepToken } from '#stores/token.ts'

/** Before this many milliseconds of its end a token is not begun with. */
const MARGIN = 30_000

/** Longest that what another tab has saved needs to be seen here, in milliseconds: it comes another way than the lock. */
const HEARSAY = 2000

let renewal: Promise<string | null> | null = null

/** An access token that is still good; null when nobody is signed in. @throws Problem as {@link renewToken} does */
export async function ensureToken(hub: HubInfo): Promise<string | null> {
  return goodToken(hub) ?? renewToken(hub)
}

/**
 * A new access token from the session cookie. All who ask meanwhile share the answer, in this tab and in others.
 * @param stale the one that was refused; a newer one that is here already is good enough
 * @throws Problem `token_mismatched` when the cookie has become another person's since this page was made
 */
export function renewToken(hub: HubInfo, stale?: string): Promise<string | null> {
  const known = goodToken(hub)
  if (stale !== undefined && known !== null && known !== stale) return Promise.resolve(known)
  renewal ??= alone('polymuse:renewal', waited => renew(hub, known ?? stale, waited)).finally(() => {
    renewal = null
  })
  return renewal
}

/** Runs a call in the person's own name; nobody is sent to the sign-in page for it. @throws Problem whatever it throws; `invalid_token` for a guest */
export function asPerson<T>(hub: HubInfo, run: (token: string) => Promise<T>): Promise<T> {
  return withBearer({ current: () => ensureToken(hub), renew: stale => renewToken(hub, stale) }, run)
}

/** The saved one, unless it is at its end or somebody else's who has signed in in another tab. */
function goodToken({ user }: HubInfo): string | null {
  const token = $token.get()
  const owner = $owner.get()
  if (owner !== null && user !== null && owner !== user.id) return null
  return token !== null && token.expiration - MARGIN > Date.now() ? token.access : null
}

/** @param stale what this tab had and may not use any more @param waited another tab was at it before */
async function renew(hub: HubInfo, stale: string | undefined, waited: boolean): Promise<string | null> {
  for (const key of ['owner', 'token'] as const) lookAgain(key)
  const newer = (): string | null => {
    const token = goodToken(hub)
    return token === stale ? null : token
  }
  const known = newer() ?? (waited ? await heard().then(newer) : null)
  if (known !== null) return known

  const stays = untilReset()
  const session = await fetchSession()
  // Signed out meanwhile: the answer is nobody's.
  if (!stays()) return null
  if (session === null) {
    $token.set(null)
    return null
  }
  if (hub.user !== null && hub.user.id !== session.user.id) throw new Problem('token_mismatched', { detail: 'somebody else has signed in' })
  keepToken(session)
  return session.access_token
}

/** Until this tab hears of another token, or it is time to stop waiting. */
function heard(): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      deaf()
      resolve()
    }
    const timer = setTimeout(end, HEARSAY)
    const deaf = $token.listen(end)
  })
}
