const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g

/**
 * Tokens in a text where no provider measured them: one for each Chinese, Japanese or Korean character,
 * one for each four other characters (the usual rule of thumb of byte-pair encodings), rounded up.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 4)
}
