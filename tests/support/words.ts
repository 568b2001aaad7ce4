import { readdirSync, readFileSync } from 'node:fs'
import type { Locale } from '#i18n/locale.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'

/** Returns all strings of a language, as its pages use them. */
export function wordsOf(locale: string): Translate {
  const folder = new URL(`../../locales/${locale}/`, import.meta.url)
  const files = readdirSync(folder).map(
    name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Strings
  )
  return createTranslate(Object.assign({}, ...files) as Strings, locale)
}

type Sizes = readonly (readonly [Locale, string[]])[]

/**
 * Journeys in two languages: left to right on a desktop, right to left on a phone
 * (`playwright.config.ts`).
 */
export const EACH_SIZE: Sizes = [
  ['en', ['@desktop']],
  ['ar', ['@phone']]
]

/** The same two, but `npm test` runs only the desktop one. */
export const DESKTOP_FIRST: Sizes = [
  ['en', ['@desktop']],
  ['ar', ['@phone', '@all']]
]

/** The same two, but `npm test` runs only the phone one. */
export const PHONE_FIRST: Sizes = [
  ['en', ['@desktop', '@all']],
  ['ar', ['@phone']]
]
