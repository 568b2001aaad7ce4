// Starts i18next by `astro-i18next.config.mjs`, as astro-i18next does before a page renders. Routes
// that are not pages (the manifest, `llms.txt`) need strings too, so this module imports it.
import 'astro:scripts/page-ssr.js'
import { localizePath as localizedByAstro } from 'astro-i18next'
import i18next from 'i18next'
import { LRUCache } from 'lru-cache'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { withMissingWarnings } from '#i18n/missing.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'
import { namespaces } from '../../astro-i18next.config.mjs'

if (!i18next.isInitialized)
  throw new Error('i18next was not started: astro.config.mjs needs the integration astro-i18next')

const translators = new Map<Locale, Translate>()

/** The strings of {@link loadStrings}. There are a few sets of groups for each language. */
const loaded = new LRUCache<string, Strings>({ max: 200 })

/**
 * Returns the translator for every string of one language, for pages. It is bound to its locale, so
 * concurrent requests in two languages never mix. It warns once about each missing string.
 */
export function translator(locale: Locale): Translate {
  const t = translators.get(locale) ?? createFor(locale)
  translators.set(locale, t)
  return t
}

function createFor(locale: Locale): Translate {
  const read = createTranslate(loadStrings(locale, namespaces), locale)
  return withMissingWarnings(
    read,
    locale,
    stringsIn(locale, namespaces),
    stringsIn(DEFAULT_LOCALE, namespaces)
  )
}

/**
 * Returns the strings of some groups in one language, for an island's props. English fills what the
 * language lacks.
 */
export function loadStrings(locale: Locale, names: readonly string[]): Strings {
  const key = [locale, ...names].join(' ')
  const strings =
    loaded.get(key) ??
    Object.assign({}, ...[DEFAULT_LOCALE, locale].map(each => stringsIn(each, names)))
  loaded.set(key, strings)
  return strings
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
  return Object.assign({}, ...names.map(name => groupIn(language, name))) as Strings
}

/** Reads a group from the store of i18next, which loads a language when it is first used. */
function groupIn(language: string, name: string): Strings {
  // Our backend answers synchronously, so the strings are loaded when this call returns.
  if (!i18next.hasResourceBundle(language, name)) void i18next.loadLanguages(language)
  return i18next.getResourceBundle(language, name) as Strings
}
