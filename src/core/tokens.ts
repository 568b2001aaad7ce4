/** First and last UTF-16 units of Chinese, Japanese and Korean characters. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xff00, 0xffef]
]

/**
 * Tokens in a text where no provider measured them: one for each Chinese, Japanese or Korean character,
 * one for each four other characters (the usual rule of thumb of byte-pair encodings), rounded up.
 */
export function estimateTokens(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // Most texts have none below this one; a list of all matches would take gigabytes of a long one.
    if (unit >= 0x1100 && WIDE.some(([first, last]) => unit >= first && unit <= last)) wide++
  }
  return wide + Math.ceil((text.length - wide) / 4)
}
