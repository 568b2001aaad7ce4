import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { publicOrigin } from '#layouts/head.ts'

/**
 * Returns the address of the account page on the login page's host. On another host it includes the
 * site that the user comes from.
 */
export function accountAddress(
  hub: Pick<HubRequest, 'hosts' | 'locale' | 'origin' | 'url'>
): string {
  const { hosts, locale, url } = hub
  const page = hosts.auth + localizePath('/auth/account', locale)
  return hosts.auth === url.origin
    ? page
    : `${page}?${new URLSearchParams({ site: publicOrigin(hub) })}`
}
