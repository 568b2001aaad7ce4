/** A successful answer to a call with an idempotency key. The key names its owner and route too. */
export type KeyedAnswer = { key: string; text: string }

/**
 * Judges keys as registers that are written once, as Jepsen's checkers do: all callers with the same
 * key must get the same answer, whichever process answered and whatever died in between. Calls
 * without an answer say nothing.
 * @returns a sentence for each key that breaks this
 */
export function findChangedAnswers(answers: readonly KeyedAnswer[]): string[] {
  return [...Map.groupBy(answers, ({ key }) => key)].flatMap(([key, told]) => {
    const texts = told.map(({ text }) => bare(text))
    const [first = ''] = texts
    const other = texts.find(text => text !== first)
    if (other === undefined) return []
    const from = Math.max(0, differenceOf(first, other) - 40)
    const [one, two] = [first, other].map(text => text.slice(from, from + 160))
    return [`key ${key}: answered "…${one}" and "…${two}"`]
  })
}

/** Removes the parts of an answer that differ each time, and the signs of life of a stream. */
function bare(text: string): string {
  return text.replaceAll(/^: ?\n\n/gm, '').replaceAll(/"(trace_id|created)":("[^"]*"|\d+),?/g, '')
}

function differenceOf(one: string, other: string): number {
  const end = [...other].findIndex((letter, index) => letter !== one[index])
  return end === -1 ? other.length : end
}
