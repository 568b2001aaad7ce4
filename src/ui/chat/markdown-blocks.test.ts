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

A formula $e^{i\\pi} = -1$ and a note[^a], costs $5 and $6.

$$
\\sum_{n=1}^\\infty \\frac{1}{n^2}

= \\frac{\\pi^2}{6}
$$

\\[
a_1 * b_1 * c
\\]

It is $$
\\frac{a}{b}
$$

- after it

Again[^b] and[^a].

[^a]: The **first**.

  More of it.
[^b]: The second, \\(x_1\\).

The end.
`

const kinds = (blocks: readonly Block[]): string[] =>
  blocks
    .filter(({ token }) => token.type !== 'space')
    .map(({ token }) => `${token.type} ${token.raw.trim()}`)

describe('a growing text', () => {
  test.each([1, 2, 3, 7, 40])(
    'that grows by %i characters has the same blocks in the end as the whole text',
    step => {
      const read = createBlockReader()
      for (let length = step; length < TEXT.length; length += step)
        read(TEXT.slice(0, length), true)
      expect(kinds(read(TEXT, true))).toEqual(kinds(createBlockReader()(TEXT, false)))
    }
  )

  test('keeps its closed blocks as the same objects', () => {
    const read = createBlockReader()
    const half = read(TEXT.slice(0, 300), true).filter(block => block.closed)
    const whole = read(TEXT, true)
    expect(half.length).toBeGreaterThan(3)
    expect(whole.slice(0, half.length).every((block, index) => block === half[index])).toBe(true)
    expect(whole.at(-1)?.closed).toBe(false)
  })

  test('is read from the start after it was replaced', () => {
    const read = createBlockReader()
    read(TEXT, true)
    expect(kinds(read('Other.', true))).toEqual(['paragraph Other.'])
  })
})

test('reasoning in <think> tags becomes the first block at every step', () => {
  const text = '<think>\nHm.\n\n1. a\n</think>\n\nYes, <think> is a tag.'
  const read = createBlockReader()
  for (let length = 1; length < text.length; length++) {
    const [first] = read(text.slice(0, length), true)
    if (length > 7)
      expect(first?.token).toMatchObject({
        type: 'thought',
        open: !text.slice(0, length).includes('</think>')
      })
  }
  expect(kinds(read(text, false))).toEqual([
    'thought <think>\nHm.\n\n1. a\n</think>',
    'paragraph Yes, <think> is a tag.'
  ])
})

describe('a dollar sign', () => {
  const formulas = (text: string): string[] => {
    const found: string[] = []
    JSON.stringify(createBlockReader()(text, false), (_, value: unknown) => {
      if (value instanceof Object && 'display' in value && 'text' in value)
        found.push(String(value.text))
      return value
    })
    return found
  }

  test.each([
    'It costs $5 and $6.',
    'From $5-$10 a month, or US$5 and A$6.',
    '$5 to 6$ each',
    '$HOME/$USER and $PATH',
    'a \\$x\\$ b',
    'cost: $ 5 $',
    '`$x$`',
    'A line $with\n\nno end$'
  ])('is money or part of a name in: %s', text => expect(formulas(text)).toEqual([]))

  test.each([
    ['so $x$, $2x+1$ and ($y_1$)', ['x', '2x+1', 'y_1']],
    ['是$x$的', ['x']],
    ['**a** $\\text{cost \\$5}$.', ['\\text{cost \\$5}']],
    ['in \\(a+b\\) and \\[c\\] words', ['a+b', 'c']],
    ['so \\[\nc\n\\] it', ['c']],
    ['so $$\nx\n$$\n\n- y', ['x']],
    ['$$x$$', ['x']],
    ['words\n$$\nx\n\ny\n$$\nwords', ['x\n\ny']],
    ['- in a list $$x$$\n- \\(y\\)', ['x', 'y']]
  ])('belongs to a formula in: %s', (text, found) => expect(formulas(text)).toEqual(found))
})

test('an unfinished formula is a math block only while the text grows', () => {
  const [block] = createBlockReader()('$$\na_1 * b_1 * c', true)
  expect(block?.token).toMatchObject({ type: 'math', open: true })
  expect(createBlockReader()('$$\na', false)[0]?.token.type).toBe('paragraph')
})

test('a reference needs a footnote, and footnotes are numbered by first reference', () => {
  expect(JSON.stringify(createBlockReader()('a[^1]', false))).not.toContain('"note"')
  const numbers = [
    ...JSON.stringify(createBlockReader()('[^z] [^a] [^z]\n\n[^a]: A\n[^z]: Z', false)).matchAll(
      /"number":(\d)/g
    )
  ]
  expect(numbers.map(([, number]) => number)).toEqual(['1', '2', '1'])
})

test('a finished text has only closed blocks, and links use later definitions', () => {
  const blocks = createBlockReader()('[here][1]\n\n[1]: https://example.com', false)
  expect(blocks.every(block => block.closed)).toBe(true)
  expect(JSON.stringify(blocks)).toContain('"href":"https://example.com"')
})
