import type { OperatedSite } from '#contract/operation.ts'
import { isPlaceholderOrigin } from '#core/placeholder.ts'
import type { Translate } from '#i18n/translate.ts'

/** The site that the reader is on, and its address in their browser. */
type Here = { origin: string; url: { origin: string }; t: Translate }

/**
 * Returns the address of a site. The site of all loopback hosts has no address that can be opened,
 * so it is described in words, unless the reader is on it.
 */
export function siteAddress({ origin, url, t }: Here, site: Pick<OperatedSite, 'origin'>): string {
  if (site.origin === origin) return url.origin
  return isPlaceholderOrigin(site.origin) ? t('operator.sites.machine') : site.origin
}
