import type { Conversation } from '#contract/conversation.ts'

/** Maximum characters of a snippet, unless the matched words themselves are longer. */
const SHOWN = 120

/** Characters of a snippet before the match. */
const BEFORE = 40

/** Longest word that is left out rather than cut, in characters. */
const WORD = 20

/** Longest text that is shown whole, such as a title. */
const WHOLE = 200

/**
 * Returns a few words around the first match in a text, on one line; or the beginning of the text.
 * @param isTitle a title is shown as it is; a message without its Markdown
 */
export function snippetOf(
  text: string,
  words: string,
  isTitle: boolean
): NonNullable<Conversation['found']> {
  const match = new RegExp(RegExp.escape(words), 'iu').exec(text)
  const [at, length] = [match?.index ?? 0, match?.[0].length ?? 0]
  const whole = text.length <= WHOLE
  const from = whole ? 0 : wordStart(text, at - BEFORE, at)
  const to = whole ? text.length : wordEnd(text, at + length, from + SHOWN)
  const show = (part: string): string =>
    onOneLine(isTitle ? part : part.replaceAll(MARKS, '').replaceAll(/\s+/gu, ' '))
  const before = (from > 0 ? '…' : '') + show(text.slice(from, at))
  const found = onOneLine(text.slice(at, at + length))
  const after = show(text.slice(at + length, to)) + (to < text.length ? '…' : '')
  return { text: before + found + after, start: before.length, end: before.length + found.length }
}

/** Markdown around words: headings, quotes, addresses of links, emphasis, code and tables. */
const MARKS = /^#{1,6} |^> |\]\([^()\s]*\)|[*`[\]|]|~~|__/gm

function onOneLine(text: string): string {
  return text.replaceAll(/\s/gu, ' ')
}

/** Returns the start of the first whole word between two positions. */
function wordStart(text: string, from: number, match: number): number {
  if (from <= 0) return 0
  const space = text.slice(from, Math.min(match, from + WORD)).search(/\s/u)
  return space < 0 ? uncut(text, from) : from + space + 1
}

/** Returns the end of the last whole word between two positions. */
function wordEnd(text: string, match: number, to: number): number {
  if (to >= text.length) return text.length
  const last = text.slice(match, to).split(/\s/u).at(-1) ?? ''
  return last.length < Math.min(to - match, WORD)
    ? to - last.length - 1
    : uncut(text, Math.max(to, match))
}

/** Returns the position, or the next one if it would split a surrogate pair. */
function uncut(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
