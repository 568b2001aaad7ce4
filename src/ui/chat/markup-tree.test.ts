import { expect, test } from 'vitest'
import { readMarkup } from '#ui/chat/markup-tree.ts'

test('reads elements, attributes, texts and the entities of XML', () => {
  expect(readMarkup('<a x="1 &amp; 2"><b/>c &lt; d<e y="">f</e></a>')).toEqual({
    type: 'a',
    attributes: { x: '1 & 2' },
    children: [
      { type: 'b', attributes: {}, children: [] },
      { text: 'c < d' },
      { type: 'e', attributes: { y: '' }, children: [{ text: 'f' }] }
    ]
  })
})

test('reads markup with one closing tag too many', () => {
  expect(readMarkup('</a></b><c></c>')).toMatchObject({ type: 'c' })
})
