import { readFileSync } from 'node:fs'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { watched } from '#i18n/missing.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'

const readers = new Map<string, Translate>()

/**
 * Returns the translator of one group for servers: problems, emails, service names and sandbox
 * payments. English fills what a language lacks, with one warning for each string.
 * @param group a file of `locales/<lang>/`; each service with actions has a group named by its id
 */
export function sentences(locale: Locale, group: string): Translate {
  const key = `${locale}/${group}`
  const known = readers.get(key)
  if (known !== undefined) return known
  const [english, own] = [load(DEFAULT_LOCALE, group), load(locale, group)]
  const reader = watched(createTranslate({ ...english, ...own }, locale), locale, own, english)
  readers.set(key, reader)
  return reader
}

function load(locale: Locale, group: string): Strings {
  return JSON.parse(
    readFileSync(new URL(`../../locales/${locale}/${group}.json`, import.meta.url), 'utf8')
  ) as Strings
}
