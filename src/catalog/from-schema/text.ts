import type { Json } from '#core/json.ts'

/** Invisible characters, and characters that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** The beginning of a tag, a comment or an entity of HTML. */
const MARKUP = /<[a-z/!?]|&#|javascript:/i

/**
 * Returns a text in one line without invisible characters, cut to a length; empty for a value that
 * is not text.
 */
export function plainText(value: Json | undefined, most: number): string {
  if (typeof value !== 'string') return ''
  // Only the beginning is kept, so the rest of a huge text need not be read.
  const seen = value
    .slice(0, most * 4)
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const letters = [...seen]
  return letters.length <= most
    ? seen
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Checks whether a text contains HTML. Pages would show it as plain text, but no honest name
 * contains any.
 */
export function hasMarkup(value: Json | undefined): boolean {
  return typeof value === 'string' && MARKUP.test(value.slice(0, 10_000))
}
