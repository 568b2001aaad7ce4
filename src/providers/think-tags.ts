import type { ChatDelta } from '#core/provider.ts'

const [OPEN, CLOSE] = ['<think>', '</think>']

/**
 * Tells thoughts apart that a server leaves in the text: `<think>…</think>` at the beginning of an answer, also where the
 * marks are torn over several pieces, comes out as reasoning. Everything else stays as it is, and nothing is lost when
 * the answer breaks off.
 */
export async function* tellThoughtsApart(deltas: AsyncIterable<ChatDelta>): AsyncGenerator<ChatDelta> {
  const reader = createReader()
  try {
    for await (const delta of deltas) {
      if (delta.type === 'text') {
        yield* reader.read(delta.text)
        continue
      }
      if (delta.type === 'finish') yield* reader.rest()
      yield delta
    }
  } catch (thrown) {
    yield* reader.rest()
    throw thrown
  }
}

type Reader = { read(text: string): Generator<ChatDelta>; /** What could still have become a mark. */ rest(): Generator<ChatDelta> }

function createReader(): Reader {
  let state: 'begins' | 'thinks' | 'speaks' = 'begins'
  let held = ''
  /** Is the next the first word of thoughts, or behind them? Marks stand on lines of their own. */
  let isFirst = false

  function* tell(text: string): Generator<ChatDelta> {
    const told = isFirst ? text.trimStart() : text
    if (told === '') return
    isFirst = false
    yield { type: state === 'thinks' ? 'reasoning' : 'text', text: told }
  }

  function turnTo(next: 'thinks' | 'speaks', text: string): Generator<ChatDelta> {
    state = next
    isFirst = true
    held = ''
    return read(text)
  }

  function* read(text: string): Generator<ChatDelta> {
    if (state === 'speaks') return yield* tell(text)
    held += text
    if (state === 'begins') {
      const begun = held.trimStart()
      if (begun.startsWith(OPEN)) return yield* turnTo('thinks', begun.slice(OPEN.length))
      if (OPEN.startsWith(begun)) return
      state = 'speaks'
      return yield* rest()
    }
    const end = held.indexOf(CLOSE)
    if (end >= 0) {
      yield* tell(held.slice(0, end))
      return yield* turnTo('speaks', held.slice(end + CLOSE.length))
    }
    const sure = held.length - partOfClose(held)
    const thought = held.slice(0, sure)
    held = held.slice(sure)
    yield* tell(thought)
  }

  function* rest(): Generator<ChatDelta> {
    const text = held
    held = ''
    yield* tell(text)
  }
  return { read, rest }
}

/** How many characters at the end of a text may be the beginning of the closing mark. */
function partOfClose(text: string): number {
  let length = Math.min(text.length, CLOSE.length - 1)
  while (length > 0 && !text.endsWith(CLOSE.slice(0, length))) length--
  return length
}
