import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  directionOf,
  fittingLocale,
  LANGUAGE_NAMES,
  LOCALES,
  localizePath,
  isLocale,
  matchLocale,
  negotiateLocale,
  splitPath,
  splitTaggedPath,
  type Locale
} from '#i18n/locale.ts'

test.each<[string, Locale | null]>([
  ['en', 'en'],
  ['EN-us', 'en'],
  ['de-AT', 'de'],
  ['de-Latn-CH-1996', 'de'],
  ['zh', 'zh-CN'],
  ['zh-cn', 'zh-CN'],
  ['zh-Hans', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-cmn-Hans-CN', 'zh-CN'],
  ['zh-CN-u-co-pinyin', 'zh-CN'],
  ['cmn', 'zh-CN'],
  ['yue-Hans', 'zh-CN'],
  ['nan-CN', 'zh-CN'],
  ['wuu', null],
  ['sr-Latn', 'sr'],
  ['sh', 'sr'],
  ['hr', null],
  ['bs', null],
  ['nb', null],
  ['no', null],
  ['nn', null],
  ['da', null],
  ['in', null],
  ['iw', null],
  ['deu', 'de'],
  ['de-', null],
  ['de_AT', null],
  ['ar-EG', 'ar'],
  ['arn', null],
  ['nl', null],
  ['', null],
  ['*', null],
  ['-', null],
  ['constructor', null],
  [' de ', 'de']
])('matches the tag %j to %s', (tag, locale) => {
  expect(matchLocale(tag)).toBe(locale)
})

const TRADITIONAL =
  'zh-Hant zh-Hant-TW zh-Hant-CN zh-TW zh-HK zh-MO cmn-Hant yue zh-yue yue-Hant-HK yue-HK hak nan nan-TW hak-Hant'
test.each(TRADITIONAL.split(' '))('a reader of %s never gets simplified Chinese', tag => {
  expect(matchLocale(tag)).toBe('zh-TW')
  expect(matchLocale(tag, ['en', 'zh-CN'])).toBeNull()
})

test.each<[string | null | undefined, Locale | null]>([
  [null, null],
  [undefined, null],
  ['', null],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['nl,de;q=0.5,en;q=0.9', 'en'],
  ['en;q=0.1,ar', 'ar'],
  ['de;q=0,en;q=0.5', 'en'],
  ['de;q=0', null],
  ['nl, he;q=0.9, *;q=0.1', null],
  ['pt-BR', 'pt'],
  ['sr-Latn-RS,en;q=0.1', 'sr'],
  ['de ; q=0.5 , ar ; q=0.9', 'ar'],
  ['de;level=1;q=0.2,en;q=0.3', 'en'],
  [';;;,,,q=1', null],
  ['de;q=abc', null],
  ['de;q=-1', null],
  ['\u0000\uffff', null]
])('negotiates the header %j as %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale)
})

test.each<[string[], string | null, string | null, Locale]>([
  [[], 'fr', 'de', 'fr'],
  [['ru', 'de'], 'de', 'ru', 'de'],
  [['ru', 'de'], 'fr', 'it, de-AT;q=0.5', 'de'],
  [['ru', 'en'], 'fr', 'it', 'en'],
  [['ru', 'de'], 'fr', null, 'ru'],
  [['ru', 'de'], null, null, 'ru'],
  [['ru', 'de'], '../en', 'x', 'ru']
])(
  'a site in %j answers a reader who wants %s and accepts %s in %s',
  (chosen, wanted, header, locale) => {
    expect(fittingLocale(chosen, wanted, header)).toBe(locale)
  }
)

test('caps a weight at 1 and accepts its name in any case', () => {
  expect(negotiateLocale('de;Q=0.2, fr;q=0.9')).toBe('fr')
  expect(negotiateLocale('fr, de;q=5')).toBe('fr')
  expect(negotiateLocale('de;q=x, fr;q=0.1')).toBe('fr')
})

test('prefers the first of equal weights', () => {
  expect(negotiateLocale('ar,de,en')).toBe('ar')
})

test.each<[string, Locale | null, string]>([
  ['/', null, '/'],
  ['/chatgpt', null, '/chatgpt'],
  ['/de', 'de', '/'],
  ['/de/', 'de', '/'],
  ['/de/chatgpt/conversations', 'de', '/chatgpt/conversations'],
  ['/zh-CN/flux', 'zh-CN', '/flux'],
  ['/zh-cn/flux', null, '/zh-cn/flux'],
  ['/deutsch', null, '/deutsch'],
  ['//de/x', null, '//de/x']
])('splits %s into locale %s and path %s', (pathname, locale, path) => {
  expect(splitPath(pathname)).toEqual({ locale, path })
})

test.each<[string, ReturnType<typeof splitTaggedPath>]>([
  ['/de-AT/flux', { locale: 'de', path: '/flux' }],
  ['/zh-Hant', { locale: 'zh-TW', path: '/' }],
  ['/en-us//x/', { locale: 'en', path: '//x/' }],
  ['/DE/flux', null],
  ['/zh-cn/flux', null],
  ['/nl/flux', null],
  ['/flux/de-AT', null],
  ['//de-AT/flux', null],
  ['/de%2DAT/flux', null]
])('splits %s, which may begin with a foreign tag, into %j', (pathname, parts) => {
  expect(splitTaggedPath(pathname)).toEqual(parts)
})

test('reads only the beginning of a header with thousands of languages', () => {
  expect(negotiateLocale(`${'nl,'.repeat(19)}de`)).toBe('de')
  expect(negotiateLocale(`${'nl,'.repeat(5000)}de`)).toBeNull()
})

test('no page name is mistaken for a language', async () => {
  const folders = ['src/pages', 'src/catalog', 'public'].map(folder => readdir(folder))
  const names = (await Promise.all(folders)).flat().map(name => name.replace(/\..*/, ''))
  expect(names).toEqual(expect.arrayContaining(['docs', 'flux']))
  expect(names.filter(name => matchLocale(name) !== null)).toEqual([])
})

test.each(LOCALES)('a path localized in %s splits back into its parts', locale => {
  for (const path of ['/', '/chatgpt/conversations']) {
    expect(splitPath(localizePath(path, locale)).path).toBe(path)
    expect(splitPath(localizePath(path, locale)).locale ?? 'en').toBe(locale)
  }
})

test('English has no prefix, only Arabic is right to left, and each language has a name', () => {
  expect(localizePath('/flux', 'en')).toBe('/flux')
  expect(LOCALES.filter(locale => directionOf(locale) === 'rtl')).toEqual(['ar'])
  expect(Object.keys(LANGUAGE_NAMES).toSorted()).toEqual([...LOCALES].toSorted())
  expect([isLocale('de'), isLocale('DE'), isLocale(undefined)]).toEqual([true, false, false])
})
