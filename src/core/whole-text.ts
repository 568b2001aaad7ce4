/** The escape of half a surrogate pair in JSON, paired or alone. */
const HALF = /\\u[dD][89a-fA-F]/

/**
 * Parses JSON from outside. Lone surrogates in texts and keys become U+FFFD, because neither
 * PostgreSQL nor UTF-8 can store them.
 * @throws SyntaxError for text that is not JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return mayHoldHalves(text) ? withWholeText(value) : value
}

/** Checks whether a JSON text has escapes of surrogates, of which some may be alone. */
export function mayHoldHalves(text: string): boolean {
  return HALF.test(text)
}

/** Replaces lone surrogates in the texts and names of a parsed value by U+FFFD. */
export function withWholeText(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withWholeText)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), withWholeText(inner)])
  )
}
