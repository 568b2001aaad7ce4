import type { HubRequest } from '#client/hub.ts'
import type { Site } from '#contract/site.ts'
import { siteIn } from '#client/site-texts.ts'
import { UNNAMED } from '#core/unnamed.ts'
import type { Locale } from '#i18n/locale.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { descriptionOf } from '#core/description.ts'
import { headWords } from '#layouts/head-words.ts'
import { pageHead, publicPages, type HeadText } from '#sections/shared/public-pages.ts'

type Asked = { locale: Locale; t: Translate; site: Site }

/** One page as search engines are shown it, and what it says of itself alone. */
export type Previewed = HeadText & { path: string; own: HeadText }

/**
 * The page where visits begin and another one, word for word as their heads have them.
 * @param asked.site as it is stored; it speaks in that language here
 * @returns none at a site that offers nothing
 */
export function previewed({ locale, t, site: stored }: Asked): Previewed[] {
  const spoken = siteIn(stored, locale)
  const site = { ...spoken, title: spoken.title || UNNAMED }
  const pages = publicPages(site).filter(({ kind }) => kind === 'chat' || kind === 'tool')
  return pages.slice(0, 2).map(page => {
    const own = pageHead(page, t, site)
    const hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'> = { locale, path: page.path, site, t }
    const { title, description } = headWords(hub, own)
    return { path: localizePath(page.path, locale), own, title, description: descriptionOf(description, locale) }
  })
}
