/** The smallest share of the text's pairs of letters that the transcript must contain. */
const LEAST = 0.7

const LETTER = /\p{L}/gu

/**
 * Checks whether a voice read a text as it is written. Compares pairs of letters, which works in all
 * languages, and leaves out digits, since transcripts may spell numbers.
 * @param transcript the words that the voice said
 */
export function isReadVerbatim(text: string, transcript: string): boolean {
  const [asked, said] = [pairsOf(text), pairsOf(transcript)]
  let [all, shared] = [0, 0]
  for (const [pair, count] of asked) {
    all += count
    shared += Math.min(count, said.get(pair) ?? 0)
  }
  return shared >= all * LEAST
}

/** Counts the pairs of neighbouring letters in a text, across its words. */
function pairsOf(text: string): Map<string, number> {
  const letters = text.normalize('NFKC').toLowerCase().match(LETTER) ?? []
  const pairs = new Map<string, number>()
  for (const [at, letter] of letters.slice(1).entries()) {
    const pair = `${letters[at] ?? ''}${letter}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
