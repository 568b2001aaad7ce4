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

/** Parts of an answer that differ each time. */
const CHANGING: ReadonlySet<string> = new Set(['trace_id', 'created', 'seq'])

/** Returns an answer without the parts that differ each time. */
function bare(text: string): string {
  if (!/^(?:: ?\n\n)*data: \{/.test(text)) return withoutChanging(text)
  const frames = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => toFrame(data))
  // The words of a stream may come in other pieces.
  const words = frames.map(frame => frame['delta_answer'] ?? '').join('')
  return JSON.stringify([words, ...frames.filter(frame => frame['type'] !== 'text_delta')])
}

function withoutChanging(text: string): string {
  return text.startsWith('{') ? JSON.stringify(toFrame(text)) : text
}

function toFrame(text: string): Record<string, unknown> {
  return JSON.parse(text, (name, value: unknown) => (CHANGING.has(name) ? undefined : value))
}

function differenceOf(one: string, other: string): number {
  const end = [...other].findIndex((letter, index) => letter !== one[index])
  return end === -1 ? other.length : end
}
