import type { OperatedSite } from '#contract/operation.ts'
import { isPlaceholder } from '#core/placeholder.ts'
import type { Translate } from '#i18n/translate.ts'

/** Which site the reader is at, and the address that their browser has it at. */
type Here = { origin: string; url: { origin: string }; t: Translate }

/** Where a site is; in words for the one of this machine, unless the reader is there. */
export function siteAddress({ origin, url, t }: Here, site: Pick<OperatedSite, 'origin'>): string {
  if (site.origin === origin) return url.origin
  return isPlaceholder(site.origin) ? t('operator.sites.machine') : site.origin
}
