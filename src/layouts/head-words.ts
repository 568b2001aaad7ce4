import type { HubRequest } from '#client/hub.ts'
import { pageTitle } from '#core/page-title.ts'
import { UNNAMED } from '#core/unnamed.ts'
import { localizePath } from '#i18n/locale.ts'
import { firstPage } from '#sections/frame/groups.ts'
import type { HeadText } from '#sections/shared/public-pages.ts'

type Asked = Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>

/**
 * What search engines and shared links show of a public page. Where visits begin, to which `/` leads, the site speaks
 * first; on all others the page does, by the site's own pattern, with as much of the site as there is room for.
 * @param page what it says of itself
 */
export function headWords(hub: Asked, page: HeadText): HeadText {
  const { title, description, page_title } = hub.site
  const isFirst = localizePath(hub.path, hub.locale) === firstPage(hub)
  const both = [page.description, description].filter(text => text !== '').join(' ')
  if (!isFirst) return { title: pageTitle(page_title, page.title, title), description: both }
  const own = title === UNNAMED ? pageTitle(page_title, page.title, title) : `${title} · ${page.title}`
  return { title: own, description: description || page.description }
}
