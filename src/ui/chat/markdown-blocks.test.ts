import { describe, expect, test } from 'vitest'
import { createBlockReader, type Block } from '#ui/chat/markdown-blocks.ts'

const TEXT = `# Title

A paragraph with **bold** and
a second line.

- one
- two
  - inner

  loose

1. first

   \`\`\`ts
   const a = 1
   \`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted
> more

\`\`\`python
print("hi")

print("there")
\`\`\`

Setext
======

<div>raw</div>

The end.
`

const kinds = (blocks: readonly Block[]): string[] =>
  blocks.filter(({ token }) => token.type !== 'space').map(({ token }) => `${token.type} ${token.raw.trim()}`)

describe('a text that grows', () => {
  test.each([1, 2, 3, 7, 40])('by %i characters ends as the same blocks as the whole', step => {
    const read = createBlockReader()
    for (let length = step; length < TEXT.length; length += step) read(TEXT.slice(0, length), true)
    expect(kinds(read(TEXT, true))).toEqual(kinds(createBlockReader()(TEXT, false)))
  })

  test('keeps its closed blocks, and hands them out as the same objects', () => {
    const read = createBlockReader()
    const half = read(TEXT.slice(0, 300), true).filter(block => block.closed)
    const whole = read(TEXT, true)
    expect(half.length).toBeGreaterThan(3)
    expect(whole.slice(0, half.length).every((block, index) => block === half[index])).toBe(true)
    expect(whole.at(-1)?.closed).toBe(false)
  })

  test('is read anew when it turns out to be another one', () => {
    const read = createBlockReader()
    read(TEXT, true)
    expect(kinds(read('Other.', true))).toEqual(['paragraph Other.'])
  })
})

test('a finished text is closed, and links may point at what comes later', () => {
  const blocks = createBlockReader()('[here][1]\n\n[1]: https://example.com', false)
  expect(blocks.every(block => block.closed)).toBe(true)
  expect(JSON.stringify(blocks)).toContain('"href":"https://example.com"')
})

test('a text that exhausts the lexer is plain', () => {
  const text = '>'.repeat(20_000)
  expect(createBlockReader()(text, false)).toEqual([{ token: { type: 'escape', raw: text, text }, closed: true }])
})
