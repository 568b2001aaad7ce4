import { readdirSync, readFileSync } from 'node:fs'
import type { Locale } from '#i18n/locale.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'

/** Returns the strings of a language, as a translate function. */
export function wordsOf(locale: string): Translate {
  const folder = new URL(`../../locales/${locale}/`, import.meta.url)
  const files = readdirSync(folder).map(
    name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Strings
  )
  return createTranslate(Object.assign({}, ...files) as Strings, locale)
}

type Sizes = readonly (readonly [Locale, string[]])[]

/**
 * For journeys in two languages: English on a desktop, and Arabic (right to left) on a phone. The
 * tags are those of `playwright.config.ts`. `npm test` runs only English.
 */
export const DESKTOP_FIRST: Sizes = [
  ['en', ['@desktop']],
  ['ar', ['@phone', '@all']]
]

/** The same journeys, of which `npm test` runs only Arabic. */
export const PHONE_FIRST: Sizes = [
  ['en', ['@desktop', '@all']],
  ['ar', ['@phone']]
]
