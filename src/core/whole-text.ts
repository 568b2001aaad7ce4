/** How JSON writes a half of a surrogate pair, as part of a whole pair or alone. */
const HALF = /\\u[dD][89a-fA-F]/

/**
 * Parses JSON from outside. Halves of surrogate pairs that stand alone become U+FFFD, in texts and in names: neither
 * PostgreSQL nor a page's UTF-8 holds them, and a page would differ from what its script draws.
 * @throws SyntaxError for what is no JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return HALF.test(text) ? withWholeText(value) : value
}

function withWholeText(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withWholeText)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toWellFormed(), withWholeText(inner)]))
}
