import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Locale } from '#i18n/locale.ts'
import { fontFilesFor, isDrawable, letterLanguage, loadFontLetters } from '#media/type/letters.ts'

/** The fonts that a text needs, each repeated once per file. */
const fontsFor = (text: string, lang: Locale): string =>
  fontFilesFor(text, lang)
    .map(({ name }) => name.replace(/-.*/, ''))
    .join(' ')

test('a text needs only the files with its letters, and none for letters of Inter', () => {
  expect(fontFilesFor('Flux 2.1 – Київ, Αθήνα', 'zh-CN')).toEqual([])
  expect(fontFilesFor('ورشة قوس قزح', 'ar').map(({ name }) => name)).toEqual(['arabic-arabic'])
  expect(fontsFor('图', 'zh-CN')).toBe('sc')
  expect(fontFilesFor('彩虹工坊', 'zh-CN').length).toBeLessThanOrEqual(4)
  expect(fontFilesFor('图图图', 'zh-CN')).toEqual(fontFilesFor('图', 'zh-CN'))
})

test.each<[Locale, string]>([
  ['zh-CN', 'sc'],
  ['zh-TW', 'tc'],
  ['ja', 'jp'],
  ['ko', 'kr'],
  ['en', 'sc']
])('a shared character uses the font of %s', (lang, font) => {
  expect(fontsFor('直', lang)).toBe(font)
})

test('kana, Hangul and Arabic letters choose their own font, and missing letters come from another', () => {
  expect(new Set(fontsFor('にじ工房', 'zh-CN').split(' '))).toEqual(new Set(['jp']))
  expect(new Set(fontsFor('무지개 工房', 'ja').split(' '))).toEqual(new Set(['kr']))
  expect(fontsFor('图', 'ja')).toBe('sc')
  expect(fontsFor('图 ورشة', 'ja')).toBe('arabic sc')
})

test.each([
  ['hebrew', 'שלום'],
  ['devanagari', 'क्षेत्र'],
  ['bengali', 'সূর্যাস্ত'],
  ['thai', 'พระอาทิตย์'],
  ['georgian', 'ველოსიპედი'],
  ['armenian', 'հեծանիվ'],
  ['tamil', 'மிதிவண்டி'],
  ['telugu', 'సైకిల్'],
  ['kannada', 'ಸೈಕಲ್'],
  ['malayalam', 'സൈക്കിൾ'],
  ['gujarati', 'સાયકલ'],
  ['gurmukhi', 'ਸਾਈਕਲ'],
  ['oriya', 'ସାଇକେଲ'],
  ['sinhala', 'බයිසිකලය'],
  ['khmer', 'កង់ក្រហម'],
  ['lao', 'ລົດຖີບ'],
  ['myanmar', 'စက်ဘီး'],
  ['ethiopic', 'ብስክሌት'],
  ['emoji', '🐈']
])('a word in %s letters needs one file of that font', (font, word) => {
  expect([...word].filter(sign => !isDrawable(sign, 'en'))).toEqual([])
  expect(fontsFor(word, 'en')).toBe(font)
  expect(isDrawable('ᠮ', 'en')).toBe(false)
})

test("if the page's language has no letters of its own, those of the site's languages win", () => {
  expect(letterLanguage('ja', ['zh-TW'])).toBe('ja')
  expect(letterLanguage('de', ['de', 'zh-TW', 'ja'])).toBe('zh-TW')
  expect(letterLanguage('de', ['de', 'ar'])).toBe('de')
})

test("a letter does not count if only the font's list names it", () => {
  for (const sign of ['ə', 'ɐ', '𠀋'])
    expect([sign, isDrawable(sign, 'zh-CN'), fontsFor(sign, 'zh-CN')]).toEqual([
      sign,
      sign === '𠀋',
      sign === '𠀋' ? 'jp' : ''
    ])
})

test('a missing font has no letters, and an incomplete one has only those in its files', () => {
  expect(loadFontLetters(null).files).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'font-'))
  try {
    expect(loadFontLetters(folder).files).toEqual([])
    mkdirSync(join(folder, 'files'))
    writeFileSync(
      join(folder, 'unicode.json'),
      '{ "[0]": "U+4e00", "[10]": "U+4e8c-4e8d,U+30000", "latin": "U+41" }'
    )
    const [some] = fontFilesFor('直', 'zh-CN')
    for (const name of ['10', 'latin'])
      copyFileSync(
        some?.path ?? '',
        join(folder, 'files', `noto-sans-xx-${name}-wght-normal.woff2`)
      )
    const { files, fileOf } = loadFontLetters(folder)
    expect(files.map(file => basename(file))).toEqual([
      'noto-sans-xx-10-wght-normal.woff2',
      'noto-sans-xx-latin-wght-normal.woff2'
    ])
    expect([fileOf[0x4e00], fileOf[0x4e8b], fileOf[0x4e8c], fileOf[0x4e8d], fileOf[0x41]]).toEqual([
      0, 0, 1, 1, 2
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
