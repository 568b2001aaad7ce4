import type { HubRequest } from '#client/hub.ts'
import type { OperatedSite } from '#contract/operation.ts'
import { isPlaceholder } from '#core/placeholder.ts'

/** Where a site is; in words for the one of this machine, unless the reader is there. */
export function siteAddress({ origin, url, t }: Pick<HubRequest, 'origin' | 'url' | 't'>, site: Pick<OperatedSite, 'origin'>): string {
  if (site.origin === origin) return url.origin
  return isPlaceholder(site.origin) ? t('operator.sites.machine') : site.origin
}
