import { readdirSync } from 'node:fs'
import { interpolate, localizePath as astroPath } from 'astro-i18next'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { pagePath, loadStrings, translator } from '#i18n/hub.ts'
import { LOCALES, localizePath, type Locale } from '#i18n/locale.ts'
import config, { namespaces } from '../../astro-i18next.config.mjs'

const ROOT = new URL('../../locales/', import.meta.url)

test('the folders and files of strings match the configured languages and groups', () => {
  expect(readdirSync(ROOT).toSorted()).toEqual([...LOCALES].toSorted())
  for (const locale of LOCALES)
    expect(readdirSync(new URL(`${locale}/`, ROOT)).toSorted()).toEqual(
      namespaces.map(group => `${group}.json`).toSorted()
    )
})

test('astro-i18next starts i18next with the configured languages and groups', () => {
  expect([i18next.options.ns, i18next.options.defaultNS, i18next.options.fallbackLng]).toEqual([
    config.namespaces,
    'common',
    ['en']
  ])
})

test('a language is read when a page first needs it', () => {
  const kept = (): Locale[] => LOCALES.filter(each => i18next.hasResourceBundle(each, 'common'))
  // Other tests of this process may have read some languages.
  const before = kept()
  const next = LOCALES.find(each => !before.includes(each)) ?? 'en'
  expect(config.i18nextServer).not.toHaveProperty('preload')
  translator(next)
  expect(new Set(kept())).toEqual(new Set([...before, next]))
})

test('a page reads its own language and its own group', () => {
  expect(translator('de')('common.language.name')).toBe(
    loadStrings('de', ['common'])['common.language.name']
  )
  expect(translator('de')('order.place')).not.toBe(translator('en')('order.place'))
})

test('pagePath returns the same paths as localizePath for every page and language', () => {
  for (const locale of LOCALES)
    for (const path of ['/', '/flux', '/chatgpt/conversations', '/docs/services/flux'])
      expect(pagePath(path, locale)).toBe(localizePath(path, locale))
})

test('pagePath breaks a query that contains slashes, but localizePath keeps it', () => {
  const path = '/auth/login?redirect=https://studio.example/de/flux'
  expect(pagePath(path, 'de')).toBe('/de/auth/login?redirect=https:/studio.example/de/flux')
  expect(localizePath(path, 'de')).toBe(`/de${path}`)
})

test('the astro-i18next helpers use the language of the last render, but translator keeps its own', async () => {
  const shown = async (locale: Locale) => {
    await i18next.changeLanguage(locale)
    await new Promise(resolve => setTimeout(resolve))
    // `Trans` makes this call. `HeadHrefLangs` and `LanguageSelector` read the same global
    // language.
    return {
      trans: interpolate('common.language.name', '<b>x</b>', 'common'),
      path: astroPath('/flux', null, '/'),
      ours: translator(locale)('common.language.name')
    }
  }
  const [german, arabic] = await Promise.all([shown('de'), shown('ar')])
  expect(german?.trans).toBe(arabic?.trans)
  expect(german?.path).toBe('/ar/flux')
  expect([german?.ours, arabic?.ours]).toEqual([
    translator('de')('common.language.name'),
    translator('ar')('common.language.name')
  ])
  expect(german?.ours).not.toBe(arabic?.ours)
  expect(i18next.languages).toEqual(['ar', 'en'])
})
