import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { codesOf } from '#sections/discovery/woff2.server.ts'

const fileOf = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}-wght-normal.woff2`))
const has = (codes: Set<number>, signs: string): boolean[] => [...signs].map(sign => codes.has(sign.codePointAt(0) ?? 0))

test('a font has the letters that are in its file, in both of its lists', () => {
  expect(has(codesOf(fileOf('inter/files/inter-greek')), 'αΩя直')).toEqual([true, true, false, false])
  expect(has(codesOf(fileOf('noto-sans-arabic/files/noto-sans-arabic-arabic')), 'سء،A直')).toEqual([true, true, true, false, false])
  // 𠀋 lies beyond what the short list can hold.
  expect(has(codesOf(fileOf('noto-sans-jp/files/noto-sans-jp-1')), '𠀋A')).toEqual([true, false])
})

test('what is no font, or half of one, is told', () => {
  const whole = fileOf('inter/files/inter-greek')
  for (const broken of [Buffer.from(''), Buffer.from('<html>'), whole.subarray(0, 60), whole.subarray(0, whole.length / 2)])
    expect(() => codesOf(broken)).toThrow()
})
