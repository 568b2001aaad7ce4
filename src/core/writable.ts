/** What Inter has letters for, in the files that come with the product. */
const COVERED = /^[\u0020-\u007E\u00A0-\u024F\u0370-\u03FF\u0400-\u04FF\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20AC]*$/u

/**
 * A text without signs that no letter depends on; empty when no font has some of its letters, which would be drawn as
 * empty boxes.
 * @param others whether another font than Inter has a sign
 */
export function writable(text: string, others: (sign: string) => boolean = () => false): string {
  const plain = text
    .replaceAll(/[\p{Extended_Pictographic}\u{FE0F}\u{200D}\p{C}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...plain].every(sign => inInter(sign) || others(sign)) ? plain : ''
}

/** Whether Inter has a sign, or all of several. */
export function inInter(signs: string): boolean {
  return COVERED.test(signs)
}
