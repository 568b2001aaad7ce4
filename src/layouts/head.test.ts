import { describe, expect, test } from 'vitest'
import { LOCALES } from '#i18n/locale.ts'
import { metaDescription } from '#core/description.ts'
import {
  headLinks,
  currentPagePath,
  openGraphLocale,
  publicOrigin,
  signOutAddress,
  fitPageTitle
} from '#layouts/head.ts'

const page = (address: string, origin = 'https://studio.example', locales: string[] = []) => ({
  url: new URL(address),
  origin,
  locale: 'de' as const,
  path: '/flux',
  site: { locales }
})

test("canonical and alternate links name the site's origin, not the request's", () => {
  const { canonical, alternates } = headLinks(page('https://20261121.studio.example/de/flux?x=1'))
  expect(canonical).toBe('https://studio.example/de/flux')
  expect(alternates).toContainEqual({ language: 'en', address: 'https://studio.example/flux' })
  expect(alternates).toContainEqual({
    language: 'zh-CN',
    address: 'https://studio.example/zh-CN/flux'
  })
  expect(alternates.at(-1)).toEqual({
    language: 'x-default',
    address: 'https://studio.example/flux'
  })
})

test('languages that the site does not offer have no alternate link', () => {
  const languages = (...locales: string[]) =>
    headLinks(page('https://studio.example/de/flux', undefined, locales)).alternates
  expect(languages('ar', 'en').map(each => each.language)).toEqual(['en', 'ar', 'x-default'])
  expect(languages('ar', 'de').at(-1)).toEqual({
    language: 'x-default',
    address: 'https://studio.example/ar/flux'
  })
  expect(languages('xx').map(each => each.language)).toEqual([...LOCALES, 'x-default'])
})

test("a page on loopback names the request's own origin instead of the placeholder", () => {
  const hub = page('http://127.0.0.1:4321/de/flux', 'http://localhost-0d2c')
  expect(publicOrigin(hub)).toBe('http://127.0.0.1:4321')
})

test('the canonical address has no trailing slash', () => {
  expect(headLinks({ ...page('https://studio.example/de/flux/'), path: '/flux/' }).canonical).toBe(
    'https://studio.example/de/flux'
  )
  expect(headLinks({ ...page('https://studio.example/de'), path: '/' }).canonical).toBe(
    'https://studio.example/de'
  )
})

test('signing out leads back to the same page with its query', () => {
  const hub = page('https://studio.example/de/flux?prompt=a%20b&x=1')
  expect(currentPagePath(hub)).toBe('/de/flux?prompt=a%20b&x=1')
  expect(new URL(signOutAddress(hub), hub.url).searchParams.get('redirect')).toBe(
    '/de/flux?prompt=a%20b&x=1'
  )
})

test('the Open Graph locale adds the territory where most people speak the language', () => {
  const names = (['en', 'pt', 'zh-CN', 'zh-TW', 'sr', 'uk'] as const).map(openGraphLocale)
  expect(names).toEqual(['en_US', 'pt_BR', 'zh_CN', 'zh_TW', 'sr_RS', 'uk_UA'])
  expect(LOCALES.filter(locale => !/^[a-z]{2}_[A-Z]{2}$/.test(openGraphLocale(locale)))).toEqual([])
})

test("a title uses its short text where the long one does not fit beside the site's title", () => {
  const name = (site: string, line = 'Quick clips in many styles') =>
    fitPageTitle('PixVerse', line, 'AI video generator', { title: site, page_title: '' })
  expect(name('Muses')).toBe('PixVerse – Quick clips in many styles')
  expect(name('The studio of the nine muses')).toBe('PixVerse – AI video generator')
  expect(name('The studio of the nine muses on Helicon')).toBe('PixVerse – AI video generator')
  expect(name('Muses', '写真のような絵を、言葉のとおりに')).toBe(
    'PixVerse – 写真のような絵を、言葉のとおりに'
  )
  expect(name('Muses', '写真のような絵を、言葉のとおりに、すぐに何枚でも描きます')).toBe(
    'PixVerse – AI video generator'
  )
})

describe('a description', () => {
  test('keeps as many whole sentences as search engines show', () => {
    expect(metaDescription('Veo 3.1 makes films. It hears, too.', 'en')).toBe(
      'Veo 3.1 makes films. It hears, too.'
    )
    expect(metaDescription(`${'word '.repeat(20)}end. ${'More '.repeat(20)}end.`, 'en')).toBe(
      `${'word '.repeat(20)}end.`
    )
    expect(metaDescription(`${'絵を描く'.repeat(15)}。${'音も出る'.repeat(15)}。`, 'ja')).toBe(
      `${'絵を描く'.repeat(15)}。`
    )
    expect(metaDescription('', 'de')).toBe('')
  })
  test('cuts a single long sentence between words and ends it with an ellipsis', () => {
    const text = metaDescription('Wort '.repeat(50), 'de')
    expect(text).toMatch(/^(Wort )+Wort…$/)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text.length).toBeGreaterThan(150)
  })
})
