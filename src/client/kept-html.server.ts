import { LRUCache } from 'lru-cache'
import type { HubRequest } from '#client/hub.ts'

/** The most characters in the cache, keys and HTML of all parts together. */
const MOST = 8 * 1024 * 1024

const parts = new LRUCache<string, string>({
  maxSize: MOST,
  sizeCalculation: (html, key) => html.length + key.length
})

/**
 * Renders a part of a page once for all users. It is rendered again in another language, for another
 * site, and after a change of what public pages show.
 * @param of everything else that the part depends on, as JSON values
 */
export async function renderCachedHtml(
  { version, origin, test, locale, currency }: HubRequest,
  of: readonly unknown[],
  render: () => Promise<string>
): Promise<string> {
  const key = JSON.stringify([version, origin, test, locale, currency, ...of])
  const known = parts.get(key)
  if (known !== undefined) return known
  const html = await render()
  parts.set(key, html)
  return html
}
