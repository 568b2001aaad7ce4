import type { HubRequest } from '#client/hub.ts'
import { localizePath, splitPath } from '#i18n/locale.ts'

type Reader = Pick<HubRequest, 'site' | 'session' | 'waiting'>

/** The version of a site that nobody has changed since it was created. */
const FIRST_VERSION = 1

/** The cookie of an admin who skipped the first-run page. */
export const WELCOME_SKIPPED_COOKIE = 'WELCOME'

/**
 * Checks whether the reader is an admin of a site that nobody has changed since it was created, and
 * has not skipped its first-run page in this browser.
 */
export function needsWelcomePage(
  { site, session, waiting }: Reader,
  cookies: { has(name: string): boolean }
): boolean {
  return (
    !waiting &&
    !cookies.has(WELCOME_SKIPPED_COOKIE) &&
    session !== null &&
    site.version === FIRST_VERSION &&
    site.admins.includes(session.user.id)
  )
}

/**
 * Returns the address of the first-run page.
 * @param back local path to continue to afterwards
 * @param more with `skip`, the page redirects to `back` at once and is never opened automatically
 * again
 */
export function welcomeAddress(
  hub: Pick<HubRequest, 'locale'>,
  back: string,
  more: { skip?: '' } = {}
): string {
  return `${localizePath('/welcome', splitPath(back).locale ?? hub.locale)}?${new URLSearchParams({ redirect: back, ...more })}`
}
