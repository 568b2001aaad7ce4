import type { HubRequest } from '#client/hub.ts'
import { claimTitle } from '#core/claim.ts'
import { descriptionOf } from '#core/description.ts'
import { frameGroups } from '#sections/frame/groups.ts'
import type { HeadText } from '#sections/shared/public-pages.ts'

/**
 * Returns the title and description of the studio home. The site's own description comes first where
 * it has one (`headWords`).
 */
export function homeHead(hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>): HeadText {
  const tools = frameGroups(hub).map(
    ({ title, items }) => `${title}: ${items.map(item => item.title).join(', ')}`
  )
  const claim = hub.t('chat.home.claim')
  const own = descriptionOf(hub.site.description, hub.locale)
  return { title: claimTitle(own, claim), description: `${claim}. ${tools.join('. ')}.` }
}
