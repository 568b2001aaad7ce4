import type { HubRequest } from '#client/hub.ts'
import { localizePath, splitPath } from '#i18n/locale.ts'

type Reader = Pick<HubRequest, 'site' | 'session' | 'waiting'>

/** The version of a site that nobody has changed since it was created. */
export const FIRST_VERSION = 1

/**
 * Checks whether the reader is an admin of a site that nobody has changed since it was created.
 * They have not seen its first-run page.
 */
export function isNewHere({ site, session, waiting }: Reader): boolean {
  return (
    !waiting &&
    session !== null &&
    site.version === FIRST_VERSION &&
    site.admins.includes(session.user.id)
  )
}

/**
 * Returns the address of the first-run page.
 * @param back local path to continue to afterwards
 */
export function welcomeAddress(hub: Pick<HubRequest, 'locale'>, back: string): string {
  return `${localizePath('/welcome', splitPath(back).locale ?? hub.locale)}?${new URLSearchParams({ redirect: back })}`
}
