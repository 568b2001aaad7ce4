/** Number of characters of a description that search engines show. */
const DESCRIPTION = 160

/** Characters that are twice as wide as Latin ones. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/**
 * Shortens a text to as many whole sentences as search engines show. If the first sentence is too
 * long, it keeps as many words.
 */
export function metaDescription(text: string, locale: string): string {
  const whole = text.trimEnd()
  if (textWidth(whole) <= DESCRIPTION) return whole
  const [first, ...rest] = parts(text, locale, 'sentence')
  if (first === undefined) return ''
  if (textWidth(first) > DESCRIPTION)
    return `${joined(parts(first, locale, 'word'), DESCRIPTION - 1)}…`
  return joined([first, ...rest], DESCRIPTION)
}

function parts(text: string, locale: string, granularity: 'sentence' | 'word'): string[] {
  return [...new Intl.Segmenter(locale, { granularity }).segment(text)].map(
    ({ segment }) => segment
  )
}

/** Joins as many of the first texts as fit into `most` characters. */
function joined(texts: readonly string[], most: number): string {
  let all = ''
  for (const text of texts) {
    if (textWidth((all + text).trimEnd()) > most) break
    all += text
  }
  return all.trimEnd()
}

/** Returns the width of a text in Latin characters. */
export function textWidth(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}
