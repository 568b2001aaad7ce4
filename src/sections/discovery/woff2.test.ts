import { glyphCodes } from '#sections/discovery/woff2.server.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const fileOf = (name: string): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource-variable/${name}-wght-normal.woff2`)
  )
const has = (codes: Set<number>, signs: string): boolean[] =>
  [...signs].map(sign => codes.has(sign.codePointAt(0) ?? 0))

test('a font has the letters of its file, from both of its lists', () => {
  expect(has(glyphCodes(fileOf('inter/files/inter-greek')), 'αΩя直')).toEqual([
    true,
    true,
    false,
    false
  ])
  expect(
    has(glyphCodes(fileOf('noto-sans-arabic/files/noto-sans-arabic-arabic')), 'سء،A直')
  ).toEqual([true, true, true, false, false])
  // 𠀋 is above the range of the short list.
  expect(has(glyphCodes(fileOf('noto-sans-jp/files/noto-sans-jp-1')), '𠀋A')).toEqual([true, false])
})

test('a file that is not a font, or only half of one, is an error', () => {
  const whole = fileOf('inter/files/inter-greek')
  for (const broken of [
    Buffer.from(''),
    Buffer.from('<html>'),
    whole.subarray(0, 60),
    whole.subarray(0, whole.length / 2)
  ])
    expect(() => glyphCodes(broken)).toThrow()
})
