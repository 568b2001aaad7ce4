/** Most signs of a description that search engines show. */
const DESCRIPTION = 160

/** Signs that are as wide as two of others. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** As many whole sentences as search engines show; of a first one that is too long as many words. */
export function descriptionOf(text: string, locale: string): string {
  const [first, ...rest] = parts(text, locale, 'sentence')
  if (first === undefined) return ''
  if (widthOf(first) > DESCRIPTION) return `${joined(parts(first, locale, 'word'), DESCRIPTION - 1)}…`
  return joined([first, ...rest], DESCRIPTION)
}

function parts(text: string, locale: string, granularity: 'sentence' | 'word'): string[] {
  return [...new Intl.Segmenter(locale, { granularity }).segment(text)].map(({ segment }) => segment)
}

/** The first of them, as many as fit into so many signs. */
function joined(texts: readonly string[], most: number): string {
  let all = ''
  for (const text of texts) {
    if (widthOf((all + text).trimEnd()) > most) break
    all += text
  }
  return all.trimEnd()
}

/** How wide a text stands, in signs of Latin. */
export function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}
