import { createHash } from 'node:crypto'

/** The hash of an inline script or style in a policy, with the space before it. */
const HASH = / '(sha256-[^']+)'/g

/**
 * Leaves out of a page's content security policy the hashes of inline scripts and styles that the
 * page does not contain. Astro lists those of all pages, which are most of the header: 44 of them
 * take 2.3 KB, which HTTP/1.1 sends uncompressed.
 */
export function trimPolicy(policy: string, html: string): string {
  const texts = [...textsOf('script', html), ...textsOf('style', html)]
  const used = new Set(
    texts.map(text => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  )
  return policy.replace(HASH, (whole, hash: string) => (used.has(hash) ? whole : ''))
}

/** Yields the text of each element of a name, which a policy allows by its hash. */
function* textsOf(name: 'script' | 'style', html: string): Generator<string> {
  for (let at = html.indexOf(`<${name}`); at >= 0; at = html.indexOf(`<${name}`, at)) {
    const start = html.indexOf('>', at) + 1
    at = html.indexOf(`</${name}>`, start)
    if (start === 0 || at < 0) return
    yield html.slice(start, at)
  }
}
