import { pageTitle } from '#core/page-title.ts'

/** Names the open page as the server does: by the site's pattern, with its name, both of which the server wrote into the page. */
export function namePage(title: string): void {
  const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  document.title = site ? pageTitle(document.documentElement.dataset['titles'] ?? '', title, site) : title
}
