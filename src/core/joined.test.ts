import { expect, test } from 'vitest'
import { joinSentences } from '#core/joined.ts'

test.each([
  [['One.', 'Two.', 'Three'], 'One. Two. Three'],
  [['最多 4 个。', '最长 30 秒。'], '最多 4 个。最长 30 秒。'],
  [['`1` `2`', '4個まで。', 'End.'], '`1` `2` 4個まで。End.'],
  [['Alone.'], 'Alone.'],
  [[], '']
])('joins %j', (sentences, text) => {
  expect(joinSentences(sentences)).toBe(text)
})
