/** How many segments of a path are ours, where that is not usual. Behind them stand ids, in which every letter counts. */
const OURS: Record<string, number> = { share: 1, docs: 3, s: 1, files: 1 }
const USUAL = 2

/**
 * The one path at which a page stands: no slash twice or at its end, no `.html`, no capitals where the names are ours. Files, and what
 * a build has made, keep theirs.
 * @param path of a page, without a language
 */
export function oneAddress(path: string): string {
  if (/[^/]\.html$/i.test(path)) return oneAddress(path.slice(0, -'.html'.length))
  const [first = '', ...rest] = path.split('/').filter(segment => segment !== '')
  const segments = [first, ...rest]
  if (first.startsWith('_') || segments.some(segment => segment.includes('.'))) return path.replaceAll(/\/{2,}/g, '/')
  const depth = OURS[first.toLowerCase()] ?? USUAL
  return `/${segments.map((segment, index) => (index < depth ? small(segment) : segment)).join('/')}`
}

/** What is written in percent signs stays: its capitals are no letters. */
function small(segment: string): string {
  return segment.includes('%') ? segment : segment.toLowerCase()
}

/** A path with every sign in percent that may not stand in one, or that only some browsers put so: `|`, `^`, `[`. */
export function spelled(path: string): string {
  return path.replaceAll(/[^\w\-.~!$&'()*+,;=:@/%]/g, sign => encodeURIComponent(sign))
}

/** Longer than any path of ours, in signs: a page that says it is missing does not repeat it in every link. */
const TOO_LONG = 1000

/** Can a page stand at this path? Not at one that Astro adds by itself (`/_image`), or whose percent signs stand for no letters. */
export function canBePage(path: string): boolean {
  if (path.startsWith('/_') || path.length >= TOO_LONG) return false
  try {
    // Looked at, because a bundler leaves out a call of which nobody does: it takes it for one that cannot fail.
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}

/** A short link or a file: its address names no language, and leads past the pages unless nothing is there. */
export function isLink(path: string): boolean {
  return /^\/(s\/[^/]+|files\/[^/]+(\/[^/]+)?)\/?$/.test(path)
}
