// Starts i18next by `astro-i18next.config.mjs`, as astro-i18next does before a page renders. Routes
// that are not pages (the manifest, `llms.txt`) need strings too, so this module imports it.
import 'astro:scripts/page-ssr.js'
import { localizePath as localizedByAstro } from 'astro-i18next'
import i18next from 'i18next'
import { GROUPS } from '#i18n/bundled.ts'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { watched } from '#i18n/missing.ts'
import { inWords, keysOf, type Strings, type Translate } from '#i18n/translate.ts'

if (!i18next.isInitialized)
  throw new Error('i18next was not started: astro.config.mjs needs the integration astro-i18next')

const flat = Object.fromEntries(
  Object.keys(GROUPS).map(locale => [locale, stringsIn(locale, Object.keys(GROUPS[locale] ?? {}))])
)

/**
 * Creates a translator for every string of one language, for pages. It is bound to its locale, so
 * concurrent requests in two languages never mix. It warns once about each missing string.
 */
export function translator(locale: Locale): Translate {
  const t = i18next.getFixedT(locale)
  // Chooses plural forms and writes numbers as islands do. i18next's own plural rules see only
  // three decimals, and it does not format numbers.
  const read: Translate = (key, values = {}) =>
    t(keysOf(key, values, locale), { ...inWords(values, locale), ns: groupOf(key) })
  return watched(read, locale, flat[locale] ?? {}, flat[DEFAULT_LOCALE] ?? {})
}

/** Keys begin with the name of their group, except that field issues are in the group `problem`. */
function groupOf(key: string): string {
  const name = key.slice(0, key.indexOf('.'))
  return name === 'issue' ? 'problem' : name
}

/**
 * Returns the strings of some groups in one language, for an island's props. English fills what the
 * language lacks.
 */
export function stringsOf(locale: Locale, names: readonly string[]): Strings {
  return { ...stringsIn(DEFAULT_LOCALE, names), ...stringsIn(locale, names) }
}

/**
 * Returns the path of a page in another language, for page heads and the sitemap, using the helper
 * of astro-i18next. The locale is required: without one the helper takes the language of the page
 * that called it last.
 * @param path path of a page without a query; the helper treats slashes of a query as part of the
 * path
 */
export function pagePath(path: string, locale: Locale): string {
  return localizedByAstro(path, locale, '/')
}

function stringsIn(language: string, names: readonly string[]): Strings {
  return Object.assign({}, ...names.map(name => GROUPS[language]?.[name] ?? {})) as Strings
}
