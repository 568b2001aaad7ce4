import { chat, CHAT_GROUPS } from '#catalog/chat/service.ts'
import { topicPath } from '#core/docs-topics.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Site } from '#contract/site.ts'
import { isServiceOffered } from '#core/switches.ts'
import { textOrNull, type Translate } from '#i18n/translate.ts'
import { fitPageTitle } from '#layouts/head.ts'
import { OPERATE_SUBJECTS, operatePath } from '#core/operate-subjects.ts'
import { siteTools } from '#sections/shared/site-tools.ts'
import { documentedIds, documentedTopics } from '#sections/shared/topics.ts'

/**
 * A page that anybody may read and search engines may list, in every language of the site.
 * - `chat`: the page for a new chat with a group of models; `id` is the group's,
 *   `/chatgpt/conversations`
 * - `tool`: a service's own page; `id` is the service's, `/flux`
 * - `docs`: a topic of the documentation; `id` is the topic's, `/docs/errors`
 * - `reference`: a service's calls; `id` is the service's, `/docs/services/flux`
 * - `operate`: a page of the operating guide; `id` is its subject's, `/docs/operate/backup`
 */
export type PublicPage = {
  kind: 'chat' | 'tool' | 'docs' | 'reference' | 'operate'
  id: string
  /** Without a language prefix and without a trailing slash. `localizePath` makes it an address. */
  path: string
}

export type HeadText = { title: string; description: string }

/**
 * Lists all public pages of a site, the most wanted first. Services that the site does not offer
 * have no page. `/` is missing because it redirects to the first page.
 */
export function publicPages(site: HubRequest['site']): PublicPage[] {
  const groups = CHAT_GROUPS.filter(({ id }) => isServiceOffered(site, chat.id, id))
  const tools = siteTools(site).filter(
    service => service.medium !== 'chat' && isServiceOffered(site, service.id)
  )
  return [
    ...groups.map(({ id }) => page('chat', id, `/${id}/conversations`)),
    ...tools.map(({ id }) => page('tool', id, `/${id}`)),
    ...documentedTopics(site).map(topic => page('docs', topic, topicPath(topic))),
    ...documentedIds(site).map(id => page('reference', id, `/docs/services/${id}`)),
    ...OPERATE_SUBJECTS.map(subject => page('operate', subject, operatePath(subject)))
  ]
}

/**
 * Returns the name of a page and a sentence or two about it, for a list of pages. The text may
 * contain backticks.
 */
export function pageSummary(
  { kind, id }: PublicPage,
  t: Translate
): { title: string; text: string } {
  if (kind === 'chat')
    return {
      title: CHAT_GROUPS.find(group => group.id === id)?.title ?? id,
      text: t(`common.chat.${id}`)
    }
  if (kind === 'docs') return { title: t(`docs.${id}.title`), text: t(`docs.${id}.about`) }
  if (kind === 'operate') return { title: t(`operate.${id}.title`), text: t(`operate.${id}.about`) }
  const title = t(`${id}.title`)
  return {
    title,
    text: kind === 'tool' ? t(`${id}.about`) : t('docs.service.about', { service: title })
  }
}

/**
 * Returns the title and description for the head of a chat or tool page.
 * @param site its name is part of titles, and decides what else fits
 */
export function pageHead(
  { kind, id }: PublicPage,
  t: Translate,
  site: Pick<Site, 'title' | 'page_title' | 'own_services'>
): HeadText {
  if (kind === 'chat') {
    const names = { group: CHAT_GROUPS.find(group => group.id === id)?.title ?? id }
    return { title: t('chat.page.title', names), description: t('chat.page.description', names) }
  }
  const service = siteTools(site).find(each => each.id === id)
  const maker =
    service === undefined || service.medium === 'chat'
      ? ''
      : (textOrNull(t, `${id}.maker`) ?? t(`service.maker.${service.medium}`))
  return {
    title: fitPageTitle(t(`${id}.title`), t(`${id}.line`), maker, site),
    description: t(`${id}.about`)
  }
}

function page(kind: PublicPage['kind'], id: string, path: string): PublicPage {
  return { kind, id, path }
}
