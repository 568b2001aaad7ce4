import { locales as LOCALES } from '../../astro-i18next.config.mjs'

/** The languages of the interface, English first. */
export { LOCALES }
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = LOCALES[0]

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  pt: 'Português',
  es: 'Español',
  fr: 'Français',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  it: 'Italiano',
  ko: '한국어',
  ja: '日本語',
  ru: 'Русский',
  pl: 'Polski',
  fi: 'Suomi',
  sv: 'Svenska',
  el: 'Ελληνικά',
  uk: 'Українська',
  ar: 'العربية',
  sr: 'Српски'
}

const RIGHT_TO_LEFT: readonly string[] = ['ar']

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr'
}

export function isLocale(word: string | undefined): word is Locale {
  return LOCALES.some(locale => locale === word)
}

/**
 * Matches a language tag and captures its language, script and region. In a Chinese tag such as
 * `zh-yue` it captures `yue` as the language.
 */
const TAG =
  /^(?:zh-(?=[a-z]{3}(?:-|$)))?([a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)(?:-[a-z\d]{1,8})*$/i

/**
 * Mandarin, Cantonese, Hokkien and Hakka. Readers of each of them can read one of the two Chinese
 * locales.
 */
const CHINESE: readonly string[] = ['zh', 'yue', 'nan', 'hak']

/**
 * Finds the locale for one language tag by its language: `de-AT` → `de`, `sh` → `sr`. For Chinese
 * it goes by the script or the region.
 * @param among the locales that a site offers
 * @returns null when no locale fits; a reader of traditional Chinese never gets simplified Chinese
 * instead
 */
export function matchLocale(tag: string, among: readonly Locale[] = LOCALES): Locale | null {
  const same = among.find(locale => locale === tag)
  if (same !== undefined) return same
  const [, plain] = TAG.exec(tag.trim()) ?? []
  if (plain === undefined) return null
  const asked = new Intl.Locale(plain)
  const wanted = CHINESE.includes(asked.language) ? chineseOf(asked) : asked.language
  return among.find(locale => locale === wanted) ?? null
}

/**
 * Chooses the Chinese locale by script. `Intl.Locale` reports simplified script for every Chinese
 * tag without a region. Readers of Hokkien and Hakka are mostly in Taiwan, so they get traditional
 * script.
 */
function chineseOf(asked: Intl.Locale): Locale {
  const bare = asked.script === undefined && asked.region === undefined
  const script = bare && asked.language !== 'zh' ? 'Hant' : asked.maximize().script
  return script === 'Hant' ? 'zh-TW' : 'zh-CN'
}

/**
 * The number of languages that are read from a header. Browsers send at most ten, and each costs
 * time.
 */
const MOST_WISHES = 20

/**
 * Finds the best locale for an `Accept-Language` header, by the header's own weights.
 * @returns null when none fits
 */
export function negotiateLocale(
  header: string | null | undefined,
  among: readonly Locale[] = LOCALES
): Locale | null {
  const wishes = (header ?? '')
    .split(',', MOST_WISHES)
    .map(wish => {
      const [tag = '', ...parameters] = wish.trim().split(';')
      const weight = parameters.find(parameter => /^q=/i.test(parameter.trim()))
      return { tag, weight: weight === undefined ? 1 : Math.min(1, Number(weight.trim().slice(2))) }
    })
    .filter(wish => wish.weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of wishes) {
    const found = matchLocale(tag, among)
    if (found !== null) return found
  }
  return null
}

/**
 * Returns the locales of a site, its main one first.
 * @param chosen the site's setting; if it names no known locale, all locales are offered, English
 * first
 */
export function offeredLocales(chosen: readonly string[]): readonly [Locale, ...Locale[]] {
  const [first, ...rest] = chosen.filter(isLocale)
  return first === undefined
    ? [DEFAULT_LOCALE, ...LOCALES.filter(locale => locale !== DEFAULT_LOCALE)]
    : [first, ...rest]
}

/**
 * Chooses a site's locale for a reader. It tries the wanted locale, then the reader's other
 * languages, then English, then the site's first.
 * @param wanted the locale that the reader asks for, which the site may not offer
 * @param header `Accept-Language`
 */
export function fittingLocale(
  chosen: readonly string[],
  wanted: string | null | undefined,
  header?: string | null
): Locale {
  const offered = offeredLocales(chosen)
  const wish = offered.find(locale => locale === wanted) ?? negotiateLocale(header, offered)
  return wish ?? offered.find(locale => locale === DEFAULT_LOCALE) ?? offered[0]
}

/** Sorts locales into the order of the language list, English first. */
export function sortLocales(locales: readonly Locale[]): Locale[] {
  return LOCALES.filter(locale => locales.includes(locale))
}

/**
 * Splits a public path into its locale and the page's own path: `/de/chatgpt` is `/chatgpt` in
 * German.
 */
export function splitPath(pathname: string): { locale: Locale | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  return isLocale(first)
    ? { locale: first, path: `/${rest.join('/')}` }
    : { locale: null, path: pathname }
}

/**
 * Splits a path that begins with another tag for a known locale: `/de-AT/flux`, `/zh-Hant/flux`.
 * @returns null for any other path, and for `/DE/flux`, which only differs in case from a known
 * locale
 */
export function splitTaggedPath(pathname: string): { locale: Locale; path: string } | null {
  const [, first = ''] = pathname.split('/')
  const locale = LOCALES.some(each => each.toLowerCase() === first.toLowerCase())
    ? null
    : matchLocale(first)
  return locale === null ? null : { locale, path: pathname.slice(first.length + 1) || '/' }
}

/** Returns the public path of a page in a locale. English has no prefix. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
