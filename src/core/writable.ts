/** What Inter has letters for, in the files that come with the product; anything else would be drawn as empty boxes. */
const COVERED = /^[\u0020-\u007E\u00A0-\u024F\u0370-\u03FF\u0400-\u04FF\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20AC]*$/u

/** A text without signs that no letter depends on; empty when the font lacks some of its letters. */
export function writable(text: string): string {
  const plain = text
    .replaceAll(/[\p{Extended_Pictographic}\u{FE0F}\u{200D}\p{C}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return COVERED.test(plain) ? plain : ''
}
