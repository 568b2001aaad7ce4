import { expect, test } from 'vitest'
import { parseJson } from '#core/whole-text.ts'

test.each<[string, unknown]>([
  [String.raw`"a\ud83db"`, 'a\ufffdb'],
  [String.raw`"\uDE00\uD83D"`, '\ufffd\ufffd'],
  [String.raw`"\ud83d\ude00"`, '😀'],
  [
    String.raw`{"\ud800":[{"a":"\udfff"}],"n":1,"no":null,"yes":true}`,
    { '\ufffd': [{ a: '\ufffd' }], n: 1, no: null, yes: true }
  ],
  [String.raw`"\\ud800"`, String.raw`\ud800`]
])('reads %s as well-formed text', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test('a key with a special meaning in JavaScript is read as a plain key', () => {
  const value = parseJson(String.raw`{"__proto__":{"a":"\ud800"}}`)
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":"\ufffd"}}')
})

test('text that is not JSON throws', () => {
  expect(() => parseJson(String.raw`\ud800`)).toThrow(SyntaxError)
})
