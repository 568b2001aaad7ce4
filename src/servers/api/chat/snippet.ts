import type { Conversation } from '#contract/conversation.ts'

/** Most characters of a text that are shown around what was found, which may itself be longer. */
const SHOWN = 120

/** How many of them stand before it. */
const BEFORE = 40

/** Longest text that is shown whole, as a title is. */
const WHOLE = 200

/** A few words around the first place where a text holds others, on one line; the beginning of the text where it does not. */
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
  // Each for one, so that nothing moves.
  const line = text.slice(from, to).replaceAll(/\s/gu, ' ')
  return { text: lead + line + trail, start, end: start + length }
}

/** The same place, or the one after it where it would cut a character in two. */
function uncut(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
