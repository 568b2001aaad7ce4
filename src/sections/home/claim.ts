import type { HubRequest } from '#client/hub.ts'
import { metaDescription } from '#core/description.ts'

/** Returns what a site says about itself, in a sentence or two. */
export function siteTagline({
  site,
  locale,
  t
}: Pick<HubRequest, 'site' | 'locale' | 't'>): string {
  return metaDescription(site.description, locale) || t('chat.home.claim')
}
