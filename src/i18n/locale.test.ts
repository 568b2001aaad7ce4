import { describe, expect, test } from 'vitest'
import {
  directionOf,
  LANGUAGE_NAMES,
  LOCALES,
  localizePath,
  isLocale,
  matchLocale,
  negotiateLocale,
  splitPath,
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
  ['ar-EG', 'ar'],
  ['arn', null],
  ['nl', null],
  ['', null],
  ['*', null],
  ['-', null],
  ['constructor', null],
  [' de ', 'de']
])('%j is spoken as %s', (tag, locale) => {
  expect(matchLocale(tag)).toBe(locale)
})

describe('a reader of traditional Chinese', () => {
  const wanted = LOCALES.some(locale => String(locale) === 'zh-TW') ? 'zh-TW' : null

  test.each(['zh-Hant', 'zh-Hant-TW', 'zh-TW', 'zh-HK', 'zh-MO'])('%s is never given simplified', tag => {
    expect(matchLocale(tag)).toBe(wanted)
  })
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
  ['\u0000\uffff', null],
  [`${'x,'.repeat(5000)}de`, 'de']
])('%j asks for %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale)
})

test('a weight is at most 1, its name of any case', () => {
  expect(negotiateLocale('de;Q=0.2, fr;q=0.9')).toBe('fr')
  expect(negotiateLocale('fr, de;q=5')).toBe('fr')
  expect(negotiateLocale('de;q=x, fr;q=0.1')).toBe('fr')
})

test('of equal wishes the first is granted', () => {
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
])('%s is %s and %s', (pathname, locale, path) => {
  expect(splitPath(pathname)).toEqual({ locale, path })
})

test.each(LOCALES)('a path in %s leads back to itself', locale => {
  for (const path of ['/', '/chatgpt/conversations']) {
    expect(splitPath(localizePath(path, locale)).path).toBe(path)
    expect(splitPath(localizePath(path, locale)).locale ?? 'en').toBe(locale)
  }
})

test('English has no prefix, Arabic runs from right to left, each language has its name', () => {
  expect(localizePath('/flux', 'en')).toBe('/flux')
  expect(LOCALES.filter(locale => directionOf(locale) === 'rtl')).toEqual(['ar'])
  expect(Object.keys(LANGUAGE_NAMES).toSorted()).toEqual([...LOCALES].toSorted())
  expect([isLocale('de'), isLocale('DE'), isLocale(undefined)]).toEqual([true, false, false])
})
