/** Languages of the interface, English first. A folder of the same name in `locales/` holds its strings. */
export const LOCALES = [
  'en',
  'de',
  'pt',
  'es',
  'fr',
  'zh-CN',
  'zh-TW',
  'it',
  'ko',
  'ja',
  'ru',
  'pl',
  'fi',
  'sv',
  'el',
  'uk',
  'ar',
  'sr'
] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

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

/** Scripts and regions that mean one of our two Chinese. */
const ALIASES = new Map(
  Object.entries({
    zh: 'zh-CN',
    'zh-hans': 'zh-CN',
    'zh-sg': 'zh-CN',
    'zh-hant': 'zh-TW',
    'zh-tw': 'zh-TW',
    'zh-hk': 'zh-TW',
    'zh-mo': 'zh-TW'
  })
)

/**
 * The locale for one language tag: itself, else its alias, else its language (`de-AT` → `de`, `pt-BR` → `pt`).
 * @param among those that a site offers
 * @returns null when no locale fits
 */
export function matchLocale(tag: string, among: readonly Locale[] = LOCALES): Locale | null {
  const wanted = tag.trim().toLowerCase()
  const parts = wanted.split('-')
  for (let length = parts.length; length > 0; length--) {
    const prefix = parts.slice(0, length).join('-')
    const alias = ALIASES.get(prefix)
    const found = among.find(locale => locale.toLowerCase() === (alias ?? prefix).toLowerCase())
    // An alias is final: who reads traditional Chinese is not given simplified because it is "zh" too.
    if (found !== undefined || alias !== undefined) return found ?? null
  }
  return null
}

/** The best locale for an `Accept-Language` header, by its own order of preference; null when none fits. */
export function negotiateLocale(header: string | null | undefined, among: readonly Locale[] = LOCALES): Locale | null {
  const wishes = (header ?? '')
    .split(',')
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

/** Languages as every list has them: English first. */
export function inOrder(locales: readonly Locale[]): Locale[] {
  return LOCALES.filter(locale => locales.includes(locale))
}

/** Splits a public path into its locale and the page's own path: `/de/chatgpt` is `/chatgpt` in German. */
export function splitPath(pathname: string): { locale: Locale | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  return isLocale(first) ? { locale: first, path: `/${rest.join('/')}` } : { locale: null, path: pathname }
}

/** The public path of a page in a locale; English has no prefix. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
