import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { publicPageAt } from '#sections/discovery/card.ts'
import type { JsonLdObject } from '#sections/shared/json-ld.ts'
import { topicPath } from '#core/docs-topics.ts'
import { publicOrigin } from '#layouts/head.ts'
import { pageSummary, publicPages, type PublicPage } from '#sections/shared/public-pages.ts'

type Asked = Pick<HubRequest, 'locale' | 'origin' | 'url' | 'path' | 'site' | 't'>

/**
 * Values that the page's head already contains: the description, the page's full address and its
 * card's.
 */
type Said = { description: string; url: string; image: string | null }

/**
 * Describes a public page in terms of schema.org. The first page describes the site, a tool an
 * application, and a documentation page its breadcrumbs. Prices are in credits, which are not a
 * currency, so there is no offer.
 */
export function pageJsonLd(hub: Asked, said: Said): JsonLdObject[] {
  const page = publicPageAt(hub)
  if (page === null) return []
  const isFirst = publicPages(hub.site)[0]?.path === page.path
  const own =
    page.kind === 'chat' || page.kind === 'tool'
      ? application(hub, page, said)
      : trail(hub, page, said)
  return [...(isFirst ? [website(hub)] : []), ...own]
}

function website({ site, locale, ...hub }: Asked): JsonLdObject {
  return {
    '@type': 'WebSite',
    name: site.title,
    ...(site.description !== '' && { description: site.description }),
    url: publicOrigin(hub) + localizePath('/', locale),
    inLanguage: locale
  }
}

function application(
  { locale, t }: Asked,
  page: PublicPage,
  { description, url, image }: Said
): JsonLdObject[] {
  return [
    {
      '@type': 'WebApplication',
      name: pageSummary(page, t).title,
      description,
      applicationCategory: page.kind === 'chat' ? 'UtilitiesApplication' : 'MultimediaApplication',
      operatingSystem: 'Web',
      url,
      ...(image !== null && { image }),
      inLanguage: locale
    }
  ]
}

/**
 * Breadcrumbs from the first page of the documentation to this one. The first page itself has none.
 */
function trail(hub: Asked, page: PublicPage, { url }: Said): JsonLdObject[] {
  const start = topicPath('start')
  if (page.path === start) return []
  const steps = [
    { name: hub.t('docs.nav.title'), item: publicOrigin(hub) + localizePath(start, hub.locale) },
    { name: pageSummary(page, hub.t).title, item: url }
  ]
  const itemListElement = steps.map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    ...step
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}
