import { expect, test } from 'vitest'
import { readJsonLines } from '#servers/lib/json-lines.ts'

test.each([
  ['', 1],
  ['{"a": ', 1],
  ['{\n"a": 1\n', 2],
  ['<!doctype html>', 1],
  ['{\n"a": {\n"price": free\n}\n}', 3],
  ['{\n"a": 1,\n}', 3],
  ['{\n"a": 1\n"b": 2\n}', 3],
  ['{\n"a": [1\n}', 3],
  ['{\n"a" 1}', 2],
  ['{\n"a": "two\nlines"}', 2],
  ['{\n"a": "\\x"}', 2],
  ['{\n"a\u0001": {}}', 2],
  ['{\n"a": "\u0008"}', 2],
  ['{\n"a": 01}', 2],
  ['{}\n{}', 2],
  ['{\n// note\n}', 2],
  ['[['.repeat(50_000), 1]
])('%.40s has its first mistake in line %i', (text, line) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(readJsonLines(text).mistake).toBe(line)
})

test.each([
  '{}',
  ' [] ',
  '"a"',
  '-0.5e+10',
  '[null, true, {"a": [false, "\\u00e9\\""]}]\n',
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
])('%.50s has none', text => {
  expect(() => JSON.parse(text) as unknown).not.toThrow()
  expect(readJsonLines(text).mistake).toBeNull()
})

test('a field is found by its keys, a missing one by the innermost key that is there', () => {
  const { lineOf } = readJsonLines(
    '{\n"a": {\n"becomes": "b", "list": [{"price": 0}] },\n"b": {\n"price": {"input": 1}\n},\n"c.d": {}\n}'
  )
  expect(lineOf(['a'])).toBe(2)
  expect(lineOf(['b'])).toBe(4)
  expect(lineOf(['b', 'price', 'input'])).toBe(5)
  expect(lineOf(['a', 'price'])).toBe(2)
  expect(lineOf(['c.d', 'price'])).toBe(7)
  expect(lineOf(['nobody'])).toBeNull()
  expect(readJsonLines('{"a":1,\n"a":2}').lineOf(['a'])).toBe(2)
})
