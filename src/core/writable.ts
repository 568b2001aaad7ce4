/** The characters that the shipped files of the font Inter contain. */
const COVERED =
  /^[\u0020-\u007E\u00A0-\u024F\u0370-\u03FF\u0400-\u04FF\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20AC]*$/u

/**
 * Removes emoji and control characters from a text. The result is empty if no font has one of the
 * letters, since it would be drawn as an empty box.
 * @param others returns whether a font other than Inter has a character
 */
export function drawableText(
  text: string,
  others: (sign: string) => boolean = () => false
): string {
  const plain = text
    .replaceAll(/[\p{Extended_Pictographic}\u{FE0F}\u{200D}\p{C}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].every(sign => isCoveredByInter(sign) || others(sign)) ? plain : ''
}

/** Checks whether Inter has all characters of a text. */
export function isCoveredByInter(signs: string): boolean {
  return COVERED.test(signs)
}
