import type { ChatDelta } from '#core/provider.ts'

type Said = Exclude<ChatDelta, { type: 'finish' }>

/**
 * Joins characters that a server splits over two pieces. An unpaired half becomes U+FFFD. Otherwise
 * the page from the server would differ from what the page's script draws.
 */
export async function* joinSplitCharacters(
  deltas: AsyncIterable<ChatDelta>
): AsyncGenerator<ChatDelta> {
  let held: Said | null = null
  try {
    for await (const delta of deltas) {
      if (held !== null && !belongTogether(held, delta)) {
        yield whole(held)
        held = null
      }
      if (delta.type === 'finish') {
        yield delta
        continue
      }
      const text: string = (held?.text ?? '') + delta.text
      const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
      held = end === text.length ? null : { ...delta, text: text.slice(end) }
      // The first piece of a tool call is empty: it only carries the tool's name.
      if (end > 0 || held === null) yield whole({ ...delta, text: text.slice(0, end) })
    }
  } catch (thrown) {
    if (held !== null) yield whole(held)
    throw thrown
  }
  if (held !== null) yield whole(held)
}

function belongTogether(one: Said, other: ChatDelta): boolean {
  return one.type === 'call'
    ? other.type === 'call' && other.id === one.id
    : other.type === one.type
}

function whole(delta: Said): Said {
  return { ...delta, text: delta.text.toWellFormed() }
}
