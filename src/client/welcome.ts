import type { HubRequest } from '#client/hub.ts'
import { localizePath, splitPath } from '#i18n/locale.ts'

type Reader = Pick<HubRequest, 'site' | 'session' | 'waiting'>

/** Of a site that nobody has changed since it was made. */
export const FIRST_VERSION = 1

/** Does somebody read who looks after a site that nobody has changed since it was made? They have not seen its first-run page. */
export function isNewHere({ site, session, waiting }: Reader): boolean {
  return !waiting && session !== null && site.version === FIRST_VERSION && site.admins.includes(session.user.id)
}

/** The first-run page. @param back local path to go on to from there */
export function welcomeAddress(hub: Pick<HubRequest, 'locale'>, back: string): string {
  return `${localizePath('/welcome', splitPath(back).locale ?? hub.locale)}?${new URLSearchParams({ redirect: back })}`
}
