import type { Conversation } from '#contract/conversation.ts'

/** Maximum characters around the words that were found, which may be longer themselves. */
const SHOWN = 120

/** How many of these characters come before the words. */
const BEFORE = 40

/** Longest text that is shown whole, such as a title. */
const WHOLE = 200

/**
 * Returns a few words around the first match in a text, on one line; or the beginning of the text.
 */
export function snippetOf(text: string, words: string): NonNullable<Conversation['found']> {
  const match = new RegExp(RegExp.escape(words), 'iu').exec(text)
  const [at, length] = [match?.index ?? 0, match?.[0].length ?? 0]
  const whole = text.length <= WHOLE
  const from = whole ? 0 : uncut(text, Math.max(0, at - BEFORE))
  const to = whole
    ? text.length
    : uncut(text, Math.min(text.length, Math.max(from + SHOWN, at + length)))
  const [lead, trail] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const start = lead.length + at - from
  // Each character is replaced by one, so that positions stay the same.
  const line = text.slice(from, to).replaceAll(/\s/gu, ' ')
  return { text: lead + line + trail, start, end: start + length }
}

/** Returns the position, or the next one if it would split a surrogate pair. */
function uncut(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
