import { locales as LOCALES } from '../../astro-i18next.config.mjs'

/** Languages of the interface, English first. */
export { LOCALES }
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = LOCALES[0]

/** What each language calls itself. */
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

/** A language tag, of which language, script and region count. Chinese may be written as `zh-yue` too: then `yue` counts. */
const TAG = /^(?:zh-(?=[a-z]{3}(?:-|$)))?([a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)(?:-[a-z\d]{1,8})*$/i

/** Mandarin, Cantonese, Hokkien, Hakka: who reads one of them reads one of our two Chinese. */
const CHINESE: readonly string[] = ['zh', 'yue', 'nan', 'hak']

/**
 * The locale for one language tag: that of its language (`de-AT` → `de`, `sh` → `sr`), for Chinese that of its script or region.
 * @param among those that a site offers
 * @returns null when no locale fits: who reads traditional Chinese is not given simplified because it is Chinese too
 */
export function matchLocale(tag: string, among: readonly Locale[] = LOCALES): Locale | null {
  const [, plain] = TAG.exec(tag.trim()) ?? []
  if (plain === undefined) return null
  const asked = new Intl.Locale(plain)
  const wanted = CHINESE.includes(asked.language) ? chineseOf(asked) : asked.language
  return among.find(locale => locale === wanted) ?? null
}

/** Tables know the script of each region, but have all Chinese of no region as simplified; Hokkien and Hakka are read in Taiwan. */
function chineseOf(asked: Intl.Locale): Locale {
  const bare = asked.script === undefined && asked.region === undefined
  const script = bare && asked.language !== 'zh' ? 'Hant' : asked.maximize().script
  return script === 'Hant' ? 'zh-TW' : 'zh-CN'
}

/** Most wishes of a header that are read: browsers send ten at most, and each takes its time. */
const MOST_WISHES = 20

/** The best locale for an `Accept-Language` header, by its own order of preference; null when none fits. */
export function negotiateLocale(header: string | null | undefined, among: readonly Locale[] = LOCALES): Locale | null {
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

/** The languages of a site, its own first. @param chosen as the site says; of none, all there are with English first */
export function offeredLocales(chosen: readonly string[]): readonly [Locale, ...Locale[]] {
  const [first, ...rest] = chosen.filter(isLocale)
  return first === undefined ? [DEFAULT_LOCALE, ...LOCALES.filter(locale => locale !== DEFAULT_LOCALE)] : [first, ...rest]
}

/**
 * The language of a site for whoever wants one that it may not offer: that one, another that they read, English, the site's own.
 * @param header `Accept-Language`
 */
export function fittingLocale(chosen: readonly string[], wanted: string | null | undefined, header?: string | null): Locale {
  const offered = offeredLocales(chosen)
  const wish = offered.find(locale => locale === wanted) ?? negotiateLocale(header, offered)
  return wish ?? offered.find(locale => locale === DEFAULT_LOCALE) ?? offered[0]
}

/** Languages as every list has them: English first. */
export function inOrder(locales: readonly Locale[]): Locale[] {
  return LOCALES.filter(locale => locales.includes(locale))
}

/** Splits a public path into its locale and the page's own path: `/de/chatgpt` is `/chatgpt` in German. */
export function splitPath(pathname: string): { locale: Locale | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  return isLocale(first) ? { locale: first, path: `/${rest.join('/')}` } : { locale: null, path: pathname }
}

/**
 * The same for a path that begins with another tag for one of our languages: `/de-AT/flux`, `/zh-Hant/flux`.
 * Null when it does not; `/DE/flux` is only another way to write our own.
 */
export function splitTaggedPath(pathname: string): { locale: Locale; path: string } | null {
  const [, first = ''] = pathname.split('/')
  const locale = LOCALES.some(each => each.toLowerCase() === first.toLowerCase()) ? null : matchLocale(first)
  return locale === null ? null : { locale, path: pathname.slice(first.length + 1) || '/' }
}

/** The public path of a page in a locale; English has no prefix. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
