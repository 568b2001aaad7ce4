import { initAstroI18next } from 'astro-i18next'
import i18next, { type Resource } from 'i18next'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts'
import { watched } from '#i18n/missing.ts'
import { inWords, keysOf, type Strings, type Translate } from '#i18n/translate.ts'

/** All strings, bundled with the site: no file is read and none is fetched when a page renders. */
const files = import.meta.glob<Strings>('../../locales/*/*.json', { eager: true, import: 'default' })

const groups: Record<string, Record<string, Strings>> = {}
for (const [path, strings] of Object.entries(files)) {
  const [, locale = '', group = ''] = /\/locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
  groups[locale] = { ...groups[locale], [group]: strings }
}

initAstroI18next({
  defaultLocale: DEFAULT_LOCALE,
  locales: [...LOCALES],
  load: [],
  routes: {},
  trailingSlash: 'ignore',
  showDefaultLocale: false
})

// Each group's keys already begin with its name, so all groups of a locale make one flat namespace.
const flat: Record<string, Strings> = Object.fromEntries(
  Object.entries(groups).map(([locale, parts]) => [locale, Object.assign({}, ...Object.values(parts)) as Strings])
)
const resources: Resource = Object.fromEntries(Object.entries(flat).map(([locale, hub]) => [locale, { hub }]))

await i18next.init({
  lng: DEFAULT_LOCALE,
  fallbackLng: DEFAULT_LOCALE,
  resources,
  ns: ['hub'],
  defaultNS: 'hub',
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false }
})

/** A reader of every string in one language, for pages. Bound to its locale: requests of two languages never mix. What is missing is told of once. */
export function translator(locale: Locale): Translate {
  const t = i18next.getFixedT(locale)
  // With the forms and the numbers that islands have: i18next's own count knows three decimals, and writes none.
  const read: Translate = (key, values = {}) => t(keysOf(key, values, locale), inWords(values, locale))
  return watched(read, locale, flat[locale] ?? {}, flat[DEFAULT_LOCALE] ?? {})
}

/** The strings of some groups in one language, English where it lacks one, for an island's props. */
export function stringsOf(locale: Locale, names: readonly string[]): Strings {
  const pick = (language: string): Strings[] => names.map(name => groups[language]?.[name] ?? {})
  return Object.assign({}, ...pick(DEFAULT_LOCALE), ...pick(locale)) as Strings
}
