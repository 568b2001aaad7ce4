import { isFirstPage } from '#sections/frame/groups.ts'
import type { HubRequest } from '#client/hub.ts'
import { pageTitle } from '#core/page-title.ts'
import { DEFAULT_SITE_NAME } from '#core/unnamed.ts'
import type { HeadText } from '#sections/shared/public-pages.ts'

type Asked = Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>

/**
 * Builds the title and description that search engines and shared links show for a public page. The
 * start page, to which `/` redirects, puts the site's own title and description first. Every other
 * page puts its own first, in the site's title pattern, and adds the site's description.
 * @param page the page's own title and description
 */
export function pageHeadText(hub: Asked, page: HeadText): HeadText {
  const { title, description, page_title } = hub.site
  const both = [page.description, description].filter(text => text !== '').join(' ')
  if (!isFirstPage(hub))
    return { title: pageTitle(page_title, page.title, title), description: both }
  const own =
    title === DEFAULT_SITE_NAME
      ? pageTitle(page_title, page.title, title)
      : `${title} · ${page.title}`
  return { title: own, description: description || page.description }
}
