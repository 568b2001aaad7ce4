/** How the title of a page is put together where a site says nothing else. */
export const PAGE_TITLE = '{page} · {site}'

/** @param pattern with `{page}`, and with `{site}` where the site's name stands; empty for {@link PAGE_TITLE} */
export function pageTitle(pattern: string, page: string, site: string): string {
  const words: Record<string, string> = { page, site }
  return (pattern || PAGE_TITLE).replaceAll(/\{(page|site)\}/g, (_, name: string) => words[name] ?? '')
}
