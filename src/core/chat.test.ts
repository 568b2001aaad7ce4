import { expect, test } from 'vitest'
import { deriveTitle, contentText, type MessageContent } from '#core/chat.ts'

test.each<[string, MessageContent, string]>([
  ['a text', 'hello', 'hello'],
  [
    'words among pictures',
    [
      { type: 'text', text: 'what is' },
      { type: 'image_url', image_url: 'https://x.example/a.png' },
      { type: 'text', text: 'this?' }
    ],
    'what is\nthis?'
  ],
  ['a picture alone', [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }], ''],
  ['nothing', [], '']
])('textOf returns the text of %s', (_, content, words) => {
  expect(contentText(content)).toBe(words)
})

test.each([
  ['Hello', 'Hello'],
  ['  Hello  \nWorld', 'Hello'],
  ['Hello\r\nWorld', 'Hello'],
  ['', ''],
  ['a'.repeat(60), 'a'.repeat(60)],
  ['a'.repeat(61), `${'a'.repeat(59)}…`],
  [`${'a'.repeat(58)} ${'b'.repeat(9)}`, `${'a'.repeat(58)}…`],
  ['👍'.repeat(61), `${'👍'.repeat(59)}…`]
])('derives from %j the title %j', (question, title) => {
  expect(deriveTitle(question)).toBe(title)
})
