import { expect, test } from 'vitest'
import { strangeSentences } from './plain-sentences.ts'

const found = (text: string): string[] =>
  strangeSentences('a.ts', text).map(each => each.replace(/:.*/, ''))

test.each([
  '// What a user gets.',
  '/** Who may read it. */',
  '/** Whoever asks. */',
  '/**\n * That of the caller.\n */',
  '// Of what remains.',
  '// One that is gone.',
  '// Where it ends.',
  'const a = 1 // Paid by whoever asks.',
  '// The image is\n// drawn anew.',
  '/* A key of yours. */',
  '// The vendor is told.',
  '// A name stands for a vendor.',
  '// It ends by itself.',
  "test('what was paid is charged', () => undefined)",
  "test.each([1])('a user is told %s', () => undefined)",
  "test.describe('who may not', () => undefined)",
  'test(`${name} is drawn anew`, () => undefined)'
])('finds the words of %j', text => {
  expect(found(text)).toEqual(['a.ts'])
})

test.each([
  '// Returns what a user gets.',
  '// The whole image',
  "const address = 'https://anew.example // What'",
  "const text = 'What is told by itself'",
  "test('a second callback does not credit twice', () => undefined)",
  "run('what was paid', () => undefined)",
  'test(name, () => undefined)'
])('accepts %j', text => {
  expect(found(text)).toEqual([])
})

test('a finding has the file, the line and the sentence', () => {
  expect(strangeSentences('a.ts', 'const a = 1\n\n// What it is.\n// And more.')).toEqual([
    'a.ts:3 “What”: What it is. And more.'
  ])
})

test('comments of Astro pages are read too', () => {
  expect(strangeSentences('a.astro', '---\n// What it is.\n---\n<!-- Who it is -->')).toEqual([
    'a.astro:2 “What”: What it is.',
    'a.astro:4 “Who”: Who it is'
  ])
})
