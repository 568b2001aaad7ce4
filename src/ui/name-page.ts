import { pageTitle } from '#core/page-title.ts'

/**
 * Sets the page's title as the server does. The server wrote the site's name and title pattern into
 * the page.
 */
export function setPageTitle(title: string): void {
  const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  document.title = site
    ? pageTitle(document.documentElement.dataset['titles'] ?? '', title, site)
    : title
}
