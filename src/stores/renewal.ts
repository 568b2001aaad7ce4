import { pageHub } from '#client/page-hub.ts'
import { withBearer } from '#client/bearer.ts'
import type { HubInfo } from '#client/hub.ts'
import { fetchSession } from '#client/session.ts'
import { Problem } from '#core/problem.ts'
import { runExclusively } from '#stores/alone.ts'
import { $owner } from '#stores/owner.ts'
import { rereadKey, createResetCheck } from '#stores/persisted.ts'
import { $token, saveToken } from '#stores/token.ts'

/** A token that expires within this many milliseconds is not used any more. */
const MARGIN = 30_000

/**
 * The longest wait for another tab's token, in milliseconds. The token arrives by a storage event,
 * which may come after the lock has been released.
 */
const HEARSAY = 2000

let renewal: Promise<string | null> | null = null

/**
 * Returns a valid access token; null when nobody is signed in.
 * @throws Problem as {@link renewToken} does
 */
export async function ensureToken(): Promise<string | null> {
  return goodToken(pageHub()) ?? renewToken()
}

/**
 * Gets a new access token with the session cookie. Concurrent callers, in this tab and in others,
 * share the result.
 * @param stale the token that was refused; a newer one that this tab already has is returned
 * instead
 * @returns null when nobody is signed in
 * @throws Problem `token_mismatched` when the cookie belongs to another user since the page was
 * rendered
 */
export function renewToken(stale?: string): Promise<string | null> {
  const known = goodToken(pageHub())
  if (stale !== undefined && known !== null && known !== stale) return Promise.resolve(known)
  renewal ??= runExclusively('polymuse:renewal', waited => renew(known ?? stale, waited)).finally(
    () => {
      renewal = null
    }
  )
  return renewal
}

/**
 * Runs a request as the user. It never redirects to the sign-in page.
 * @throws Problem whatever the request throws; `invalid_token` for a guest
 */
export function withUserToken<T>(run: (token: string) => Promise<T>): Promise<T> {
  return withBearer({ current: () => ensureToken(), renew: stale => renewToken(stale) }, run)
}

/**
 * Returns the saved token, unless it is about to expire or another user has signed in in another
 * tab.
 */
function goodToken({ user }: HubInfo): string | null {
  const token = $token.get()
  const owner = $owner.get()
  if (owner !== null && user !== null && owner !== user.id) return null
  return token !== null && token.expiration - MARGIN > Date.now() ? token.access : null
}

/**
 * Gets a new token, from another tab or from the server.
 * @param stale the token that this tab had and may not use any more
 * @param waited true if this tab had to wait for another one, which may have renewed the token
 */
async function renew(stale: string | undefined, waited: boolean): Promise<string | null> {
  const hub = pageHub()
  for (const key of ['owner', 'token'] as const) rereadKey(key)
  const newer = (): string | null => {
    const token = goodToken(hub)
    return token === stale ? null : token
  }
  const known = newer() ?? (waited ? await heard().then(newer) : null)
  if (known !== null) return known

  const stays = createResetCheck()
  const session = await fetchSession()
  // The user has signed out meanwhile, so the response must be ignored.
  if (!stays()) return null
  if (session === null) {
    $token.set(null)
    return null
  }
  if (hub.user !== null && hub.user.id !== session.user.id)
    throw new Problem('token_mismatched', { detail: 'another user has signed in' })
  saveToken(session)
  return session.access_token
}

/** Waits until this tab has another token, or the longest wait is over. */
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
