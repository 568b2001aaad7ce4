import { ensureToken } from '#stores/renewal.ts'
import { $token, type AccessToken } from '#stores/token.ts'

/**
 * A token is renewed this many milliseconds before it expires. The time is slightly shorter than
 * `MARGIN` in `renewal.ts`, so that the token already counts as expired and is really renewed.
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
    // A failure is ignored here. The next request that needs the token will report it.
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
