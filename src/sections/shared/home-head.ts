import type { HubRequest } from '#client/hub.ts'
import { titleTagline } from '#core/claim.ts'
import { metaDescription } from '#core/description.ts'
import { joinSentences } from '#core/joined.ts'
import { frameGroups } from '#sections/frame/groups.ts'
import type { HeadText } from '#sections/shared/public-pages.ts'

/**
 * Returns the title and description of the studio home. The site's own description comes first where
 * it has one (`pageHeadText`).
 */
export function homeHead(hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>): HeadText {
  const { t, locale } = hub
  const list = new Intl.ListFormat(locale)
  const tools = frameGroups(hub).map(({ title, items }) =>
    t('common.words.pair', { name: title, value: list.format(items.map(item => item.title)) })
  )
  const claim = t('chat.home.claim')
  const sentences = [claim, ...tools].map(text => t('common.words.sentence', { text }))
  const own = metaDescription(hub.site.description, locale)
  return { title: titleTagline(own, claim), description: joinSentences(sentences) }
}
