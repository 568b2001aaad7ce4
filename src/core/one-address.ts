/** How many segments of a path are ours, where that is not usual. Behind them stand ids, in which every letter counts. */
const OURS: Record<string, number> = { share: 1, docs: 3 }
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
