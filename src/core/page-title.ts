/** The pattern of page titles, unless the site sets another one. */
export const PAGE_TITLE = '{page} · {site}'

/**
 * Builds the title of a page. A page that names the site, such as "Sign in to Muses", keeps its own
 * title, unless the site has a pattern of its own.
 * @param pattern contains `{page}` and may contain `{site}`; empty for {@link PAGE_TITLE}
 */
export function pageTitle(pattern: string, page: string, site: string): string {
  if (pattern === '' && page.includes(site)) return page
  const words: Record<string, string> = { page, site }
  return (pattern || PAGE_TITLE).replaceAll(
    /\{(page|site)\}/g,
    (_, name: string) => words[name] ?? ''
  )
}
