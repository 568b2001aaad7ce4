import { expect, test } from 'vitest'
import { sends } from '#ui/chat/enter.ts'

const press = { key: 'Enter', shiftKey: false, altKey: false, isComposing: false, keyCode: 13 }

test.each([
  ['Enter', {}, true],
  ['Shift and Enter', { shiftKey: true }, false],
  ['Alt and Enter', { altKey: true }, false],
  ['Enter that chooses a word', { isComposing: true }, false],
  ['Enter that chooses a word in an older browser', { keyCode: 229 }, false],
  ['another key', { key: 'a', keyCode: 65 }, false]
])('%s', (_, change, expected) => {
  expect(sends({ ...press, ...change })).toBe(expected)
})
