import type { ChatDelta } from '#core/provider.ts'

const [OPEN, CLOSE] = ['<think>', '</think>']

/**
 * Separates thoughts that a server leaves in the text. `<think>…</think>` at the beginning of an
 * answer becomes reasoning, even where the tags are split over several pieces. All other text stays
 * unchanged, and none is lost when the answer breaks off.
 */
export async function* separateReasoning(
  deltas: AsyncIterable<ChatDelta>
): AsyncGenerator<ChatDelta> {
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

type Reader = {
  read(text: string): Generator<ChatDelta>
  /** Emits held text that could have become a tag. */
  rest(): Generator<ChatDelta>
}

function createReader(): Reader {
  let state: 'begins' | 'thinks' | 'speaks' = 'begins'
  let held = ''
  /**
   * True if the next text is the first one inside or after the thoughts. The tags have lines of
   * their own, so its leading white space is removed.
   */
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

/** Counts the characters at the end of a text that may begin the closing tag. */
function partOfClose(text: string): number {
  let length = Math.min(text.length, CLOSE.length - 1)
  while (length > 0 && !text.endsWith(CLOSE.slice(0, length))) length--
  return length
}
