/** Character references that people and models use; any other stays as written. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–'
}

/**
 * Replaces the character references of a Markdown text, such as `&amp;`. The lexer does not, since
 * its output is meant for HTML.
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
    }
  )
}

const SAFE = new Set(['http:', 'https:', 'mailto:'])

/**
 * Returns a link's address as browsers read it. Returns null for scripts, data, files and relative
 * addresses.
 */
export function safeAddress(address: string): string | null {
  const href = decodeReferences(address)
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return SAFE.has(url.protocol) ? url.href : null
}
