import { expect, test } from 'vitest'
import { isReadVerbatim } from '#catalog/speech/verbatim.ts'

test.each([
  ['Hello, my name is Alloy.', 'Hello, my name is Alloy.', true],
  ['It’s 9:30, and I am late!', 'It’s nine thirty, and I’m late.', true],
  ['Où est la gare ?', 'où est la gare', true],
  ['42', 'Forty-two', true],
  ['What is your name?', 'I am an assistant. How can I help you today?', false],
  ['One sentence. Then a second, which is longer.', 'One sentence.', false],
  ['Guten Morgen', 'Good morning', false],
  ['Hello', '', false]
])('%s read as %s is verbatim: %s', (text, transcript, expected) => {
  expect(isReadVerbatim(text, transcript)).toBe(expected)
})
