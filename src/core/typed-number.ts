/**
 * A decimal number with at most six decimals. A comma or point before exactly three digits is
 * ambiguous, since it may separate thousands.
 */
const NUMBER = /^-?(?:\d{1,12}\.?\d{0,6}|\.\d{1,6})$/
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Reads a number that a user typed. It accepts the digits of any language, a point or a comma,
 * spaces and a per cent sign.
 * @returns null for anything that is not a number, including empty text and `0x10`
 */
export function parseNumber(text: string): number | null {
  const plain = text
    .replaceAll(/[\s\p{Cf}%٪％﹪]/gu, '')
    .replaceAll(/\p{Nd}/gu, digit)
    .replaceAll(/[−－]/g, '-')
    .replaceAll(/[，٫]/g, ',')
    .replaceAll('．', '.')
  const point = plain.replace(',', '.')
  return AMBIGUOUS.test(plain) || !NUMBER.test(point) ? null : Number(point)
}

/** Matches what is not an amount: two numbers, or a percentage. */
const NO_AMOUNT = /\p{Nd}\s+\p{Nd}|[%٪％﹪]/u

/**
 * Reads credits or dollars that a user typed.
 * @returns the unchanged text if it is not an amount, so that validation refuses the field
 */
export function parseAmount(text: string): number | string {
  return NO_AMOUNT.test(text) ? text : (parseNumber(text) ?? text)
}

/**
 * Converts a digit of any script. The ten digits of a script are consecutive, so its value is the
 * number of digits before it. Mathematical digits stay unchanged.
 */
function digit(character: string): string {
  if (character.length > 1) return character
  let worth = 0
  while (worth < 9 && /\p{Nd}/u.test(String.fromCharCode(character.charCodeAt(0) - worth - 1)))
    worth++
  return String(worth)
}
