import type { HubRequest } from '#client/hub.ts'
import { descriptionOf, widthOf } from '#core/description.ts'

type Hub = Pick<HubRequest, 'site' | 'locale' | 't'>

/** Longest claim that fits into a title beside the name of the site, measured in Latin letters. */
const TITLE = 50

/** Returns what a site says about itself, in a sentence or two. */
export function siteClaim({ site, locale, t }: Hub): string {
  return descriptionOf(site.description, locale) || t('chat.home.claim')
}

/** Returns the claim as part of a title: the site's own where it is short, else the usual one. */
export function claimTitle(hub: Hub): string {
  const own = siteClaim(hub).replace(/[.。]$/, '')
  return widthOf(own) <= TITLE ? own : hub.t('chat.home.claim')
}
