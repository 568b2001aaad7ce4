/** Number of characters in which a letter is looked for. */
const NEAR = 2000

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Returns the direction of a block that contains other blocks, by the first letter of its Markdown
 * outside of code and check boxes. `dir="auto"` would ignore inner blocks, since they set their
 * own direction.
 * @returns undefined for a text without letters, which keeps the direction around it
 */
export function outerDirection(markdown: string): 'ltr' | 'rtl' | undefined {
  const words = markdown.slice(0, NEAR).replaceAll(/`[^`]*`|\[x\]/gi, '')
  const letter = /\p{L}/u.exec(words)?.[0]
  if (letter === undefined) return undefined
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/**
 * Returns the `dir` of a block of text.
 * @returns undefined for a text without letters: `auto` would always turn it from left to right
 */
export function ownDirection(text: string): 'auto' | undefined {
  return /\p{L}/u.test(text.slice(0, NEAR)) ? 'auto' : undefined
}
