import { readdirSync } from 'node:fs'
import { interpolate, localizePath as astroPath } from 'astro-i18next'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { pagePath, stringsOf, translator } from '#i18n/hub.ts'
import { LOCALES, localizePath, type Locale } from '#i18n/locale.ts'
import config, { namespaces } from '../../astro-i18next.config.mjs'

const ROOT = new URL('../../locales/', import.meta.url)

test('the languages and groups of the configuration are the folders and files of strings', () => {
  expect(readdirSync(ROOT).toSorted()).toEqual([...LOCALES].toSorted())
  for (const locale of LOCALES)
    expect(readdirSync(new URL(`${locale}/`, ROOT)).toSorted()).toEqual(namespaces.map(group => `${group}.json`).toSorted())
})

test('astro-i18next starts i18next with them', () => {
  expect([i18next.options.ns, i18next.options.defaultNS, i18next.options.fallbackLng]).toEqual([config.namespaces, 'common', ['en']])
  expect(LOCALES.filter(locale => !i18next.hasResourceBundle(locale, 'common'))).toEqual([])
})

test('a page reads its own language and its own group', () => {
  expect(translator('de')('common.language.name')).toBe(stringsOf('de', ['common'])['common.language.name'])
  expect(translator('de')('order.place')).not.toBe(translator('en')('order.place'))
})

test('every string is found where its key says', () => {
  const t = translator('en')
  expect(Object.keys(stringsOf('en', namespaces)).filter(key => t(key, { count: 2 }) === key)).toEqual([])
})

test('its paths are ours for every page, in every language', () => {
  for (const locale of LOCALES)
    for (const path of ['/', '/flux', '/chatgpt/conversations', '/docs/services/flux'])
      expect(pagePath(path, locale)).toBe(localizePath(path, locale))
})

test('its paths break addresses that have a query with slashes, so that links with one are made by ours', () => {
  const path = '/auth/login?redirect=https://studio.example/de/flux'
  expect(pagePath(path, 'de')).toBe('/de/auth/login?redirect=https:/studio.example/de/flux')
  expect(localizePath(path, 'de')).toBe(`/de${path}`)
})

test('its parts for pages take the language of whoever rendered last, which is why no page uses them', async () => {
  const shown = async (locale: Locale) => {
    await i18next.changeLanguage(locale)
    await new Promise(resolve => setTimeout(resolve))
    // `Trans` is this call; `HeadHrefLangs` and `LanguageSelector` read the same global language.
    return {
      trans: interpolate('common.language.name', '<b>x</b>', 'common'),
      path: astroPath('/flux', null, '/'),
      ours: translator(locale)('common.language.name')
    }
  }
  const [german, arabic] = await Promise.all([shown('de'), shown('ar')])
  expect(german?.trans).toBe(arabic?.trans)
  expect(german?.path).toBe('/ar/flux')
  expect([german?.ours, arabic?.ours]).toEqual([translator('de')('common.language.name'), translator('ar')('common.language.name')])
  expect(german?.ours).not.toBe(arabic?.ours)
  expect(i18next.languages).toEqual(['ar', 'en'])
})
