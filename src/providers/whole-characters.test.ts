import { expect, test } from 'vitest'
import type { ChatDelta } from '#core/provider.ts'
import { joinSplitCharacters } from '#providers/whole-characters.ts'
import { fc } from '../../tests/support/property.ts'

type Piece = ChatDelta | Error

async function* streamOf(pieces: readonly Piece[]): AsyncGenerator<ChatDelta> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield piece
  }
}

async function told(...pieces: Piece[]): Promise<Piece[]> {
  const all: Piece[] = []
  try {
    for await (const delta of joinSplitCharacters(streamOf(pieces))) all.push(delta)
  } catch (thrown) {
    all.push(thrown as Error)
  }
  return all
}

const text = (words: string): ChatDelta => ({ type: 'text', text: words })
const thought = (words: string): ChatDelta => ({ type: 'reasoning', text: words })
const call = (id: string, words: string): ChatDelta => ({
  type: 'call',
  id,
  name: 'f',
  text: words
})
const END: ChatDelta = { type: 'finish', usage: null }
const broken = new Error('broken')
const [HIGH, LOW] = ['\ud83d', '\ude00']

test.each<[string, Piece[], Piece[]]>([
  [
    'a pair over two pieces comes whole',
    [text(`a${HIGH}`), text(`${LOW}b`), END],
    [text('a'), text('😀b'), END]
  ],
  ['half a character is not held for ever', [text(HIGH), text('b'), END], [text('\ufffdb'), END]],
  ['a half at the end', [text(`a${HIGH}`), END], [text('a'), text('\ufffd'), END]],
  [
    'a half before thoughts',
    [text(HIGH), thought(`${LOW}b`), END],
    [text('\ufffd'), thought('\ufffdb'), END]
  ],
  [
    'a half before an answer breaks off',
    [text(`a${HIGH}`), broken],
    [text('a'), text('\ufffd'), broken]
  ],
  [
    'calls of their own',
    [call('1', ''), call('1', HIGH), call('2', LOW), END],
    [call('1', ''), call('1', '\ufffd'), call('2', '\ufffd'), END]
  ],
  [
    'the arguments of one call',
    [call('1', `a${HIGH}`), call('1', LOW), END],
    [call('1', 'a'), call('1', '😀'), END]
  ]
])('%s', async (_, pieces, expected) => {
  expect(await told(...pieces)).toEqual(expected)
})

test('text split anywhere joins to the same text, with U+FFFD for unpaired halves', async () => {
  const pieces = fc.array(
    fc.string({ unit: fc.constantFrom('a', '😀', HIGH, LOW), maxLength: 4 }),
    { maxLength: 12 }
  )
  await fc.assert(
    fc.asyncProperty(pieces, async each => {
      const all = await told(...each.map(text), END)
      const words = all.map(delta => ('text' in delta ? delta.text : ''))
      expect(words.every(word => word.isWellFormed())).toBe(true)
      expect(words.join('')).toBe(each.join('').toWellFormed())
    })
  )
})
