import { expect, test } from 'vitest'
import { isSendKey } from '#ui/chat/enter.ts'

const press = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13
}

test.each([
  ['Enter', {}, true, false],
  ['Ctrl and Enter', { ctrlKey: true }, true, true],
  ['Command and Enter', { metaKey: true }, true, true],
  ['Shift and Enter', { shiftKey: true }, false, false],
  ['Shift, Ctrl and Enter', { shiftKey: true, ctrlKey: true }, false, false],
  ['Alt and Enter', { altKey: true }, false, false],
  ['Enter that chooses a word', { isComposing: true }, false, false],
  ['Ctrl and Enter while a word is composed', { isComposing: true, ctrlKey: true }, false, false],
  ['Enter that chooses a word in an older browser', { keyCode: 229 }, false, false],
  ['another key', { key: 'a', keyCode: 65 }, false, false]
])('%s', (_, change, alone, held) => {
  expect([
    isSendKey({ ...press, ...change }, false),
    isSendKey({ ...press, ...change }, true)
  ]).toEqual([alone, held])
})
