/**
 * Number of leading segments of a path that are words of the product, by the first segment; USUAL
 * for all other paths. The segments after them are ids, which are case-sensitive.
 */
const OURS: Record<string, number> = { share: 1, docs: 3, s: 1, files: 1 }
const USUAL = 2

/**
 * Returns the canonical path of a page. It has no double or trailing slashes, no `.html`, and no
 * capitals in the product's own segments. Files and build outputs keep their paths.
 * @param path path of a page, without a language
 */
export function canonicalPath(path: string): string {
  if (/[^/]\.html$/i.test(path)) return canonicalPath(path.slice(0, -'.html'.length))
  const [first = '', ...rest] = path.split('/').filter(segment => segment !== '')
  const segments = [first, ...rest]
  if (first.startsWith('_') || segments.some(segment => segment.includes('.')))
    return path.replaceAll(/\/{2,}/g, '/')
  const depth = OURS[first.toLowerCase()] ?? USUAL
  return `/${segments.map((segment, index) => (index < depth ? small(segment) : segment)).join('/')}`
}

/**
 * Lowers the case of a segment. Percent-encoded segments stay, since their capitals are not
 * letters.
 */
function small(segment: string): string {
  return segment.includes('%') ? segment : segment.toLowerCase()
}

/**
 * Percent-encodes every character that is not allowed in a path, or that only some browsers encode:
 * `|`, `^`, `[`.
 */
export function encodePath(path: string): string {
  return path.replaceAll(/[^\w\-.~!$&'()*+,;=:@/%]/g, sign => encodeURIComponent(sign))
}

/**
 * More characters than any real path has. A not-found page must not repeat such a path in every
 * link.
 */
const TOO_LONG = 1000

/**
 * Checks whether a page can exist at this path. It cannot at Astro's own routes (`/_image`), or at
 * a path whose percent-encoding is invalid.
 */
export function isValidPagePath(path: string): boolean {
  if (path.startsWith('/_') || path.length >= TOO_LONG) return false
  try {
    // The result is compared because the bundler drops calls whose result is unused: it assumes
    // that they cannot throw.
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}

/**
 * Checks whether a path is that of a short link or a file. Such a path has no language. A page
 * handles it only to say that it was not found.
 */
export function isUnlocalizedPath(path: string): boolean {
  return /^\/(s\/[^/]+|files\/[^/]+(\/[^/]+)?)\/?$/.test(path)
}
