/**
 * Joins sentences into one text, with a space between them, but not after wide Chinese and Japanese
 * full stops.
 */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, sentence) =>
      text === '' || /[。！？]$/.test(text) ? text + sentence : `${text} ${sentence}`,
    ''
  )
}
