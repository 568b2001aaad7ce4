import type { Locale } from '#i18n/locale.ts'

/** Scripts that put no blanks between words, and their own marks and wide letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u

/** No line begins with these: marks that close, and signs that belong to the letter before them. */
const NEVER_FIRST = /^(?![#@"'¿¡])[\p{Pe}\p{Pf}\p{Pd}\p{Po}\p{M}～々〻ーゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u

/** No line ends with these: marks that open, and numbers before what they count. */
const NEVER_LAST = /[\p{Ps}\p{Pi}\p{Nd}¿¡#@]$/u

/** Endings and particles, which stand with the word before them. */
const BELONGS = /^\p{Script=Hiragana}+$/u
const KANA_LAST = /\p{Script=Hiragana}$/u

/** What of a text stays together on a line, each with the blanks after it. Chinese and Japanese break between words that no blank divides. */
export function chunksOf(text: string, lang: Locale): string[] {
  const chunks: string[] = []
  for (const { segment } of new Intl.Segmenter(lang, { granularity: 'word' }).segment(text.trim())) {
    const last = chunks.at(-1)
    if (last === undefined || breaksBetween(last, segment)) chunks.push(segment)
    else chunks[chunks.length - 1] = last + segment
  }
  return chunks
}

function breaksBetween(before: string, after: string): boolean {
  if (/^\s/.test(after)) return false
  if (/\s$/.test(before)) return true
  const unspaced = UNSPACED.test(before.slice(-1)) || UNSPACED.test(after)
  if (!unspaced || NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false
  return !BELONGS.test(after) || (after.length > 2 && KANA_LAST.test(before))
}

/** As many chunks on each line as fit; one that is too long has a line of its own. @param measure how wide a text is, in pixels */
export function linesOf(chunks: readonly string[], width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const chunk of chunks) {
    const last = lines.at(-1)
    if (last !== undefined && measure((last + chunk).trimEnd()) <= width) lines[lines.length - 1] = last + chunk
    else lines.push(chunk)
  }
  return lines.map(line => line.trimEnd())
}
