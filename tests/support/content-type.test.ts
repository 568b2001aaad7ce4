import { expect, test } from 'vitest'
import { missingCharset, mistypedContent } from './content-type.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test.each([
  ['', 'text', 'content has no type'],
  ['application/json', '<html>', 'this is no JSON'],
  ['application/x-ndjson', '{}\nx\n', 'this is no JSON'],
  ['image/png', 'GIF89a', 'this is no image/png'],
  ['text/html; charset=utf-8', '{}', 'this is no text/html'],
  ['text/csv', 'a,b', 'text/csv names no encoding'],
  ['application/x-other', 'x', 'application/x-other is unknown here']
])('content of the type %j is refused: %j', (type, text, says) => {
  expect(mistypedContent(type, bytes(text))).toBe(says)
})

test.each([
  ['application/json', '{}'],
  ['text/csv; charset=utf-8; header=present', 'a,b'],
  ['image/png', '\u0089PNG'],
  ['', '']
])('content of the type %j is accepted: %j', (type, text) => {
  expect(mistypedContent(type, bytes(text))).toBeNull()
  expect(missingCharset(type)).toBeNull()
})
