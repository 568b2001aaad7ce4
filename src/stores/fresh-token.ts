import { ensureToken } from '#stores/renewal.ts'
import { $token, type AccessToken } from '#stores/token.ts'

/**
 * How long before its end a token is renewed, in milliseconds. This is slightly less than the
 * margin at which other code treats it as expired.
 */
const AHEAD = 29_000

/** The shortest wait before a renewal, in milliseconds, even for very short lifetimes. */
const LEAST = 5000

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/**
 * Renews the access token shortly before it expires, so that no click has to wait for it. It renews
 * only while the page is visible.
 * @returns a function that stops it
 */
export function keepTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const renew = (): void => {
    // The next request that needs the token reports a failure.
    if (!document.hidden && $token.get() !== null) void ensureToken().catch(() => undefined)
  }
  const plan = (token: AccessToken | null): void => {
    clearTimeout(timer)
    if (token !== null)
      timer = setTimeout(
        renew,
        Math.min(Math.max(token.expiration - AHEAD - Date.now(), LEAST), LONGEST)
      )
  }
  const forget = $token.subscribe(plan)
  document.addEventListener('visibilitychange', renew)
  return () => {
    clearTimeout(timer)
    forget()
    document.removeEventListener('visibilitychange', renew)
  }
}
