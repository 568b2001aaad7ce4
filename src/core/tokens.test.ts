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
  ['مرحبا', 2],
  ['\u10ff\u1200\u2e7f\ua000\uabff\ud7b0\uf8ff\ufb00\ufeff\ufff0', 3],
  ['\u1100\u11ff\u2e80\u9fff\uac00\ud7af\uf900\ufaff\uff00\uffef', 10]
])('estimates %j as %d tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('more text never gives fewer tokens', () => {
  let last = 0
  for (let length = 0; length < 50; length++) {
    const tokens = estimateTokens('a好'.repeat(length))
    expect(tokens).toBeGreaterThanOrEqual(last)
    last = tokens
  }
})
