import { describe, expect, test } from 'vitest'
import { Problem } from '#core/problem.ts'
import type { ChatDelta } from '#core/provider.ts'
import { separateReasoning } from '#providers/think-tags.ts'
import { fc } from '../../tests/support/property.ts'

const END: ChatDelta = { type: 'finish', usage: null }

/** Collects the reasoning and the text that come out of the given pieces. */
async function told(
  pieces: readonly string[],
  breaks = false
): Promise<{ reasoning: string; text: string; deltas: ChatDelta[] }> {
  const deltas: ChatDelta[] = []
  try {
    for await (const delta of separateReasoning(stream(pieces, breaks))) deltas.push(delta)
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
  }
  const join = (type: ChatDelta['type']): string =>
    deltas.map(delta => (delta.type === type && 'text' in delta ? delta.text : '')).join('')
  return { reasoning: join('reasoning'), text: join('text'), deltas }
}

async function* stream(pieces: readonly string[], breaks: boolean): AsyncGenerator<ChatDelta> {
  for (const text of pieces) yield { type: 'text', text }
  if (breaks) throw new Problem('chat_error')
  yield END
}

describe('thoughts in the text', () => {
  test.each([
    ['in one piece', ['<think>\nWhy?\n</think>\n\nSo.'], 'Why?\n', 'So.'],
    ['behind an empty line', ['\n\n<think>Why?</think>So.'], 'Why?', 'So.'],
    ['that never end', ['<think>Why', '? </thi'], 'Why? </thi', ''],
    ['of nothing', ['<think>\n\n</think>\n\nSo.'], '', 'So.'],
    ['with a mark that is none', ['<think>a </b> < c</think>So.'], 'a </b> < c', 'So.'],
    [
      'that come twice: only the first are at the beginning',
      ['<think>a</think>b<think>c</think>'],
      'a',
      'b<think>c</think>'
    ]
  ])('%s', async (_, pieces, reasoning, text) => {
    expect(await told(pieces)).toMatchObject({ reasoning, text })
  })

  test('are the same wherever the pieces are split', async () => {
    const whole = ' <think>\nIs it < or </thin? \n</think>\n\nIt is <. '
    const cuts = fc.uniqueArray(fc.nat(whole.length), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cuts, async places => {
        const ends = [...places.toSorted((a, b) => a - b), whole.length]
        const pieces = ends.map((end, at) => whole.slice(ends[at - 1] ?? 0, end))
        expect(await told(pieces)).toMatchObject({
          reasoning: 'Is it < or </thin? \n',
          text: 'It is <. '
        })
      })
    )
  })
})

describe('text without thoughts', () => {
  test.each([
    [['Hello', ' there']],
    [['  ', 'indented']],
    [['<', 'thin', 'g>']],
    [['<think', 'ing>']],
    [['Not <think>at the beginning</think>']]
  ])('%j stays unchanged', async pieces => {
    expect(await told(pieces)).toMatchObject({ reasoning: '', text: pieces.join('') })
  })

  test('ends with the finish, even after holding a possible tag', async () => {
    expect((await told(['<th'])).deltas).toEqual([{ type: 'text', text: '<th' }, END])
  })

  test('is delivered in full when the answer breaks off', async () => {
    expect((await told(['<th'], true)).deltas).toEqual([{ type: 'text', text: '<th' }])
  })
})
