import { expect, test } from 'vitest'
import { snippetOf } from '#servers/api/chat/snippet.ts'

const MESSAGE = `It all adds up correctly.

## The idea in **one** formula

> See [the proof](https://example.com/proof), then \`f(n)\`: ${'each step follows. '.repeat(9)}`

/** Returns a match with the matched words in brackets. */
function marked(words: string, text: string, isTitle = false): string {
  const { text: shown, start, end } = snippetOf(text, words, isTitle)
  return `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`
}

test('a match in a message shows whole words without Markdown', () => {
  expect(marked('formula', MESSAGE)).toBe(
    '…up correctly. The idea in one [formula] See the proof, then f(n): each step…'
  )
})

test('a title is shown as it is', () => {
  expect(marked('tides', 'Why **tides**?', true)).toBe('Why **[tides]**?')
  expect(marked('tides', 'Why **tides**?')).toBe('Why [tides]?')
})
