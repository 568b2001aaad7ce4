/** Sentences as one text: a blank between them, but not after the wide full stops of Chinese and Japanese. */
export function joined(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => (text === '' || /[。！？]$/.test(text) ? text + sentence : `${text} ${sentence}`), '')
}
