import { expect, test } from 'vitest'
import { MOST_PROMPTS, expandAlternatives, expandLines } from '#core/alternatives.ts'

test('each alternative makes a prompt', () => {
  expect(expandAlternatives('a {red|blue} boat')).toEqual(['a red boat', 'a blue boat'])
  expect(expandAlternatives('{cat | dog}, {oil|ink}')).toEqual([
    'cat, oil',
    'cat, ink',
    'dog, oil',
    'dog, ink'
  ])
  expect(expandAlternatives('a {very |}small boat')).toEqual(['a verysmall boat', 'a small boat'])
})

test('other braces and bars are ordinary text', () => {
  for (const text of ['', 'a boat', '{"style": "ink"}', 'a | b', 'a } b { c', '{a', 'a|b}'])
    expect(expandAlternatives(text)).toEqual([text])
  expect(expandAlternatives('{a {b|c} d}')).toEqual(['{a b d}', '{a c d}'])
})

test('more prompts than one press may start are refused', () => {
  const options = (count: number): string =>
    `{${Array.from({ length: count }, (_, at) => at).join('|')}}`
  expect(expandAlternatives(options(MOST_PROMPTS))).toHaveLength(MOST_PROMPTS)
  expect(expandAlternatives(options(MOST_PROMPTS + 1))).toBeNull()
  expect(expandAlternatives(options(5) + options(5))).toBeNull()
  expect(expandAlternatives('{a|b}'.repeat(1000))).toBeNull()
})

test('each line that is not empty makes a prompt, with its alternatives', () => {
  expect(expandLines(' a {red|blue} boat\r\n\na hill \n')).toEqual([
    'a red boat',
    'a blue boat',
    'a hill'
  ])
  expect(expandLines('a boat\n'.repeat(MOST_PROMPTS))).toHaveLength(MOST_PROMPTS)
  expect(expandLines('a boat\n'.repeat(MOST_PROMPTS + 1))).toBeNull()
  expect(expandLines(`${'{a|b}'.repeat(9)}\na boat`)).toBeNull()
})
