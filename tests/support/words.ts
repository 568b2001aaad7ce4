import { readdirSync, readFileSync } from 'node:fs'
import type { Locale } from '#i18n/locale.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'

/** All strings of a language, as its pages have them. */
export function wordsOf(locale: string): Translate {
  const folder = new URL(`../../locales/${locale}/`, import.meta.url)
  const files = readdirSync(folder).map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Strings)
  return createTranslate(Object.assign({}, ...files) as Strings, locale)
}

type Sizes = readonly (readonly [Locale, string[]])[]

/** Journeys that are told in two languages: one from the left on a desktop, one from the right on a phone (`playwright.config.ts`). */
export const EACH_SIZE: Sizes = [
  ['en', ['@desktop']],
  ['ar', ['@phone']]
]

/** The same; `npm test` tells them on a desktop alone. */
export const DESKTOP_FIRST: Sizes = [
  ['en', ['@desktop']],
  ['ar', ['@phone', '@all']]
]

/** The same; `npm test` tells them on a phone alone. */
export const PHONE_FIRST: Sizes = [
  ['en', ['@desktop', '@all']],
  ['ar', ['@phone']]
]
