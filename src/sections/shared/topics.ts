import { SERVICES } from '#catalog/index.ts'
import { DOCS_TOPICS, topicPath, type DocsTopic } from '#core/docs-topics.ts'
import { OPERATE_SUBJECTS, operatePath } from '#core/operate-subjects.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Action, Service } from '#core/service.ts'
import { isServiceOffered } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'

export type DocumentedService = Service & { actions: Readonly<Record<string, Action>> }

export type DocsLink = { id: string; href: string; title: string; current: boolean }

/** Returns the generation services that this site offers and that have API calls of their own. */
export function documentedServices(site: HubRequest['site']): DocumentedService[] {
  return SERVICES.flatMap(service => {
    const { actions } = service
    return actions !== undefined && isServiceOffered(site, service.id)
      ? [{ ...service, actions }]
      : []
  })
}

/**
 * Returns the ids of all services with a page in the documentation: the services of
 * `documentedServices`, and the tools that operators made from schemas.
 */
export function documentedIds(site: HubRequest['site']): string[] {
  const own = site.own_services.filter(({ id }) => isServiceOffered(site, id))
  return [...documentedServices(site), ...own].map(({ id }) => id)
}

/**
 * Returns the topics that apply to this site. The chat topic is left out where the site offers no
 * chat.
 */
export function documentedTopics(site: HubRequest['site']): DocsTopic[] {
  return DOCS_TOPICS.filter(topic => topic !== 'chat' || isServiceOffered(site, 'chat'))
}

/** Returns the links to all documentation pages: the topics, the services, and the operating guide. */
export function docsLinks({ locale, path, site, t }: HubRequest): {
  topics: DocsLink[]
  services: DocsLink[]
  operate: DocsLink[]
} {
  const own = path.replace(/(?<!\/)\/+$/, '')
  const link = (id: string, address: string, title: string): DocsLink => {
    return { id, href: localizePath(address, locale), title, current: own === address }
  }
  return {
    topics: documentedTopics(site).map(topic =>
      link(topic, topicPath(topic), t(`docs.${topic}.title`))
    ),
    services: documentedIds(site).map(id => link(id, `/docs/services/${id}`, t(`${id}.title`))),
    operate: OPERATE_SUBJECTS.map(subject =>
      link(subject, operatePath(subject), t(`operate.${subject}.title`))
    )
  }
}
