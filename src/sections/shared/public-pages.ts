import { chat, CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Site } from '#contract/site.ts'
import { isOffered } from '#core/switches.ts'
import type { Translate } from '#i18n/translate.ts'
import { titleOf } from '#layouts/head.ts'
import { documentedServices, documentedTopics, topicPath } from '#sections/shared/topics.ts'

/**
 * A page that anybody may read and any search engine may list, in every language that the site offers.
 * - `chat`: where a group of models is asked; `id` is the group's, `/chatgpt/conversations`
 * - `tool`: a service's own page; `id` is the service's, `/flux`
 * - `docs`: a topic of the documentation; `id` is the topic's, `/docs/errors`
 * - `reference`: a service's calls; `id` is the service's, `/docs/services/flux`
 */
export type PublicPage = {
  kind: 'chat' | 'tool' | 'docs' | 'reference'
  id: string
  /** Without a language, without a slash at its end: `localizePath` makes the address of it. */
  path: string
}

export type HeadText = { title: string; description: string }

/**
 * All public pages of a site, those that people come for first. What the site does not offer has none. `/` is not among
 * them: it leads to the first one.
 */
export function publicPages(site: HubRequest['site']): PublicPage[] {
  const groups = CHAT_GROUPS.filter(({ id }) => isOffered(site, chat.id, id))
  const tools = SERVICES.filter(service => service.medium !== 'chat' && isOffered(site, service.id))
  return [
    ...groups.map(({ id }) => page('chat', id, `/${id}/conversations`)),
    ...tools.map(({ id }) => page('tool', id, `/${id}`)),
    ...documentedTopics(site).map(topic => page('docs', topic, topicPath(topic))),
    ...documentedServices(site).map(({ id }) => page('reference', id, `/docs/services/${id}`))
  ]
}

/** What a page says of itself in a list of pages: its name, and a sentence or two of what is there. May hold backticks. */
export function pageWords({ kind, id }: PublicPage, t: Translate): { title: string; text: string } {
  if (kind === 'chat') return { title: CHAT_GROUPS.find(group => group.id === id)?.title ?? id, text: t(`common.chat.${id}`) }
  if (kind === 'docs') return { title: t(`docs.${id}.title`), text: t(`docs.${id}.about`) }
  const title = t(`${id}.title`)
  return { title, text: kind === 'tool' ? t(`${id}.about`) : t('docs.service.about', { service: title }) }
}

/** What a chat or a tool says of itself in its head. @param site its name stands in titles, and decides what else fits */
export function pageHead({ kind, id }: PublicPage, t: Translate, site: Pick<Site, 'title' | 'page_title'>): HeadText {
  if (kind === 'chat') {
    const names = { group: CHAT_GROUPS.find(group => group.id === id)?.title ?? id }
    return { title: t('chat.page.title', names), description: t('chat.page.description', names) }
  }
  const service = SERVICES.find(each => each.id === id)
  const maker = service === undefined || service.medium === 'chat' ? '' : t(`service.maker.${service.medium}`)
  return { title: titleOf(t(`${id}.title`), t(`${id}.line`), maker, site), description: t(`${id}.about`) }
}

function page(kind: PublicPage['kind'], id: string, path: string): PublicPage {
  return { kind, id, path }
}
