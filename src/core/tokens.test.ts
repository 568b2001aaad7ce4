import { expect, test } from 'vitest'
import { estimateTokens } from '#core/tokens.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['four', 1],
  ['fives', 2],
  ['你好世界', 4],
  ['こんにちは', 5],
  ['한국어', 3],
  ['你好 world', 4],
  ['مرحبا', 2]
])('%j is about %d tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('more text is never fewer tokens', () => {
  let last = 0
  for (let length = 0; length < 50; length++) {
    const tokens = estimateTokens('a好'.repeat(length))
    expect(tokens).toBeGreaterThanOrEqual(last)
    last = tokens
  }
})
