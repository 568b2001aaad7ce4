import type { HubRequest } from '#client/hub.ts'
import { descriptionOf } from '#core/description.ts'

/** Returns what a site says about itself, in a sentence or two. */
export function siteClaim({ site, locale, t }: Pick<HubRequest, 'site' | 'locale' | 't'>): string {
  return descriptionOf(site.description, locale) || t('chat.home.claim')
}
