/** Is it a Chinese, Japanese or Korean character? Compared one by one: a list of ranges takes four times as long. */
function isWide(unit: number): boolean {
  if (unit < 0x2e80) return unit >= 0x1100 && unit <= 0x11ff
  if (unit <= 0x9fff) return true
  if (unit <= 0xd7af) return unit >= 0xac00
  return (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xff00 && unit <= 0xffef)
}

/**
 * Tokens in a text where no provider measured them: one for each Chinese, Japanese or Korean character,
 * one for each four other characters (the usual rule of thumb of byte-pair encodings), rounded up.
 */
export function estimateTokens(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at++) {
    // A list of all matches would take gigabytes of a long text.
    if (isWide(text.charCodeAt(at))) wide++
  }
  return wide + Math.ceil((text.length - wide) / 4)
}
