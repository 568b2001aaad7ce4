/** A decimal number of at most six places; a comma or a point before exactly three digits may part thousands as well, and says nothing. */
const NUMBER = /^-?(?:\d{1,12}\.?\d{0,6}|\.\d{1,6})$/
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A number as somebody types it: in the digits of any language, with a point or a comma, with spaces and a per cent sign.
 * @returns null for what is no number, nothing and `0x10` included
 */
export function typedNumber(text: string): number | null {
  const plain = text
    .replaceAll(/[\s\p{Cf}%٪％﹪]/gu, '')
    .replaceAll(/\p{Nd}/gu, digit)
    .replaceAll(/[−－]/g, '-')
    .replaceAll(/[，٫]/g, ',')
    .replaceAll('．', '.')
  const point = plain.replace(',', '.')
  return AMBIGUOUS.test(plain) || !NUMBER.test(point) ? null : Number(point)
}

/** Two numbers, or a share of one. */
const NO_AMOUNT = /\p{Nd}\s+\p{Nd}|[%٪％﹪]/u

/** Credits or dollars as somebody types them. What is neither goes on as it was written, so that its field is refused. */
export function typedAmount(text: string): number | string {
  return NO_AMOUNT.test(text) ? text : (typedNumber(text) ?? text)
}

/** A script's ten digits follow each other: one is worth as much as there are before it. Those of formulas stay as they are. */
function digit(character: string): string {
  if (character.length > 1) return character
  let worth = 0
  while (worth < 9 && /\p{Nd}/u.test(String.fromCharCode(character.charCodeAt(0) - worth - 1))) worth++
  return String(worth)
}
