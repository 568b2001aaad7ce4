/** Scripts without spaces between words, with their own punctuation and wide letters. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Khmr}\p{sc=Laoo}\p{sc=Mymr}\u3000-\u303F\uFF00-\uFFEF]/u

/**
 * Characters that never begin a line: closing marks, and signs that belong to the letter before
 * them.
 */
const NEVER_FIRST =
  /^(?![#@"'¿¡])[\p{Pe}\p{Pf}\p{Pd}\p{Po}\p{M}ๆฯ～々〻ーゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u

/** Characters that never end a line: opening marks, and numbers before the thing they count. */
const NEVER_LAST = /[\p{Ps}\p{Pi}\p{Nd}¿¡#@]$/u

/** Endings and particles, which stay with the word before them. */
const BELONGS = /^\p{Script=Hiragana}+$/u
const KANA_LAST = /\p{Script=Hiragana}$/u

/**
 * Splits a text into the parts that must stay together on a line, each with the spaces after it.
 * Chinese, Japanese, Thai, Khmer, Lao and Burmese may break between words without a space.
 */
export function splitIntoChunks(text: string, lang: string): string[] {
  const chunks: string[] = []
  for (const { segment } of new Intl.Segmenter(lang, { granularity: 'word' }).segment(
    text.trim()
  )) {
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

/**
 * Fills each line with as many chunks as fit. A chunk that is too long gets its own line.
 * @param measure returns the width of a text in pixels
 */
export function wrapLines(
  chunks: readonly string[],
  width: number,
  measure: (text: string) => number
): string[] {
  const lines: string[] = []
  for (const chunk of chunks) {
    const last = lines.at(-1)
    if (last !== undefined && measure((last + chunk).trimEnd()) <= width)
      lines[lines.length - 1] = last + chunk
    else lines.push(chunk)
  }
  return lines.map(line => line.trimEnd())
}
