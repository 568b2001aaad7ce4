import type { Site } from '#contract/site.ts'
import { localizeSite } from '#client/site-texts.ts'
import { DEFAULT_SITE_NAME } from '#core/unnamed.ts'
import type { Locale } from '#i18n/locale.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { metaDescription } from '#core/description.ts'
import { pageHeadText } from '#layouts/head-words.ts'
import { isFirstPage } from '#sections/frame/groups.ts'
import { homeHead } from '#sections/shared/home-head.ts'
import { pageHead, publicPages, type HeadText } from '#sections/shared/public-pages.ts'

type Asked = { locale: Locale; t: Translate; site: Site }

/**
 * A page as search engines see it, and its own text without the site's. `claim` is the usual claim
 * of the studio home, empty for other pages.
 */
type Previewed = HeadText & { path: string; own: HeadText; claim: string }

/**
 * Returns the first page of a visit and one more, with exactly the texts of their heads.
 * @param asked.site as it is stored; its texts are read in the given locale
 * @returns an empty list for a site that offers nothing
 */
export function previewPages({ locale, t, site: stored }: Asked): Previewed[] {
  const spoken = localizeSite(stored, locale)
  const site = { ...spoken, title: spoken.title || DEFAULT_SITE_NAME }
  const pages = publicPages(site).filter(({ kind }) => kind === 'chat' || kind === 'tool')
  return pages.slice(0, 2).map(page => {
    const hub = { locale, path: page.path, site, t }
    const isHome = isFirstPage(hub)
    const own = isHome ? homeHead(hub) : pageHead(page, t, site)
    const { title, description } = pageHeadText(hub, own)
    return {
      path: localizePath(page.path, locale),
      own,
      claim: isHome ? t('chat.home.claim') : '',
      title,
      description: metaDescription(description, locale)
    }
  })
}
