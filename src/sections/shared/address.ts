import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { publicOrigin } from '#layouts/head.ts'

/** The account page at the login page's host, which may be another one: then it is told where the person comes from. */
export function accountAddress(hub: Pick<HubRequest, 'hosts' | 'locale' | 'origin' | 'url'>): string {
  const { hosts, locale, url } = hub
  const page = hosts.auth + localizePath('/auth/account', locale)
  return hosts.auth === url.origin ? page : `${page}?${new URLSearchParams({ site: publicOrigin(hub) })}`
}
