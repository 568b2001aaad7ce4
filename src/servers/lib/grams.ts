import { hashText } from '#core/text-hash.ts'

/** Groups that one search asks an index for. The rows that it finds are checked word by word. */
const MOST_GRAMS = 24

/** From this code on, two characters say as much as three letters: Chinese, Japanese, Korean. */
const DENSE = 0x2e80

/**
 * Returns the groups of adjacent characters of a text: pairs in dense scripts, and three characters
 * else. A text that contains another one has all of its groups.
 */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = isDense(text, at) && isDense(text, at + 1)
    if (pair) grams.add(text.slice(at, at + 2))
    if (at + 2 < text.length && !(pair && isDense(text, at + 2))) grams.add(text.slice(at, at + 3))
  }
  return grams
}

/** Returns the groups of a text, and its single characters and pairs, which short words need. */
export function withShortGrams(text: string): Set<string> {
  const grams = gramsOf(text)
  for (let at = 0; at < text.length; at++) {
    grams.add(text.slice(at, at + 1))
    if (at + 1 < text.length) grams.add(text.slice(at, at + 2))
  }
  return grams
}

/**
 * Returns the groups by which a search finds these words.
 * @param short the index also has {@link withShortGrams single characters and pairs}
 * @returns none if the words are too short for the index
 */
export function searchedGrams(words: string, { short = false } = {}): string[] {
  if (short && (words.length === 1 || words.length === 2)) return [words]
  const grams = [...gramsOf(words)]
  // Every third group has all letters of the words, so the others hardly choose fewer rows. But a
  // third of a number's groups are in many other numbers, so all of these are searched.
  const chosen = grams.filter(
    (gram, at) => at % 3 === 0 || at === grams.length - 1 || /\d/.test(gram)
  )
  return chosen.slice(0, MOST_GRAMS)
}

function isDense(text: string, at: number): boolean {
  return text.charCodeAt(at) >= DENSE
}

/**
 * Converts groups to numbers of 31 bits. The owner is part of each number, so the index of one
 * owner does not grow with those of others.
 * @param owner the id of a user, or of a part of the user's rows
 */
export function gramNumbers(owner: string, grams: Iterable<string>): number[] {
  const start = hashText(`${owner}\n`)
  return [...new Set(Array.from(grams, gram => hashText(gram, start) >>> 1))]
}

/** Writes numbers as a row of an index has them, see `word-index.ts`. */
export function formatNumbers(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`
}
