import { expect, test } from 'vitest'
import { highlight, type CodePiece } from '#ui/chat/highlight.ts'

const textOf = (piece: CodePiece): string =>
  typeof piece === 'string' ? piece : piece.children.map(textOf).join('')

test.each([
  ['ts', 'const a: number = 1 // <b>'],
  ['html', '<script>let a = "x"</script>'],
  ['shell', 'echo "$HOME" | grep x'],
  ['json', '{"a": [1, true]}']
])('%s code keeps every character and gets coloured pieces', (language, code) => {
  const pieces = highlight(code, language) ?? []
  expect(pieces.map(textOf).join('')).toBe(code)
  expect(pieces.some(piece => typeof piece !== 'string')).toBe(true)
})

test('an unknown language and overlong code stay plain', () => {
  expect(highlight('a', 'brainfuck')).toBeNull()
  expect(highlight('a', 'constructor')).toBeNull()
  expect(highlight('a'.repeat(60_000), 'ts')).toBeNull()
})
