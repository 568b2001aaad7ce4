// What astro-i18next does before a page renders: it starts i18next by `astro-i18next.config.mjs`. Addresses that are no
// pages (the manifest, `llms.txt`) speak too, so that it is asked for here.
import 'astro:scripts/page-ssr.js'
import { localizePath as localizedByAstro } from 'astro-i18next'
import i18next from 'i18next'
import { GROUPS } from '#i18n/bundled.ts'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { watched } from '#i18n/missing.ts'
import { inWords, keysOf, type Strings, type Translate } from '#i18n/translate.ts'

if (!i18next.isInitialized) throw new Error('i18next was not started: astro.config.mjs needs the integration astro-i18next')

const flat = Object.fromEntries(Object.keys(GROUPS).map(locale => [locale, stringsIn(locale, Object.keys(GROUPS[locale] ?? {}))]))

/** A reader of every string in one language, for pages. Bound to its locale: requests of two languages never mix. What is missing is told of once. */
export function translator(locale: Locale): Translate {
  const t = i18next.getFixedT(locale)
  // With the forms and the numbers that islands have: i18next's own count knows three decimals, and writes none.
  const read: Translate = (key, values = {}) => t(keysOf(key, values, locale), { ...inWords(values, locale), ns: groupOf(key) })
  return watched(read, locale, flat[locale] ?? {}, flat[DEFAULT_LOCALE] ?? {})
}

/** Keys begin with the name of their group. What is wrong with a field is told among problems. */
function groupOf(key: string): string {
  const name = key.slice(0, key.indexOf('.'))
  return name === 'issue' ? 'problem' : name
}

/** The strings of some groups in one language, English where it lacks one, for an island's props. */
export function stringsOf(locale: Locale, names: readonly string[]): Strings {
  return { ...stringsIn(DEFAULT_LOCALE, names), ...stringsIn(locale, names) }
}

/**
 * The address of a page in another language, as pages' heads and the sitemap tell it: by the helper of astro-i18next.
 * Always with a language: without one the helper takes that of whichever page asked last.
 * @param path of a page, without a query: the helper takes slashes of a query for those of a path
 */
export function pagePath(path: string, locale: Locale): string {
  return localizedByAstro(path, locale, '/')
}

function stringsIn(language: string, names: readonly string[]): Strings {
  return Object.assign({}, ...names.map(name => GROUPS[language]?.[name] ?? {})) as Strings
}
