import type { HubInfo } from '#client/hub.ts'
import { ensureToken } from '#stores/renewal.ts'
import { $token, type AccessToken } from '#stores/token.ts'

/** How long before its end a token is renewed, in milliseconds. A little less than what counts as its end elsewhere. */
const AHEAD = 29_000

/** Least that is waited, however short a token lives, in milliseconds. */
const LEAST = 5000

/** Longest that a timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/** Renews the access token shortly before its end while somebody looks at the page, so that no click waits for it. @returns ends it */
export function keepTokenFresh(hub: HubInfo): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const renew = (): void => {
    // What fails here is told by the call that needs the token.
    if (!document.hidden && $token.get() !== null) void ensureToken(hub).catch(() => undefined)
  }
  const plan = (token: AccessToken | null): void => {
    clearTimeout(timer)
    if (token !== null) timer = setTimeout(renew, Math.min(Math.max(token.expiration - AHEAD - Date.now(), LEAST), LONGEST))
  }
  const forget = $token.subscribe(plan)
  document.addEventListener('visibilitychange', renew)
  return () => {
    clearTimeout(timer)
    forget()
    document.removeEventListener('visibilitychange', renew)
  }
}
