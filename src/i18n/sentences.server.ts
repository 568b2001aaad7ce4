import { readFileSync } from 'node:fs'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { watched } from '#i18n/missing.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'

const readers = new Map<string, Translate>()

/**
 * The strings of one group for the servers, which speak in problems and mails, name services and take sandbox payments.
 * English fills what a language lacks, which is told of once.
 * @param group a file of `locales/<lang>/`, of which a service that has actions has one under its id
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
  return JSON.parse(readFileSync(new URL(`../../locales/${locale}/${group}.json`, import.meta.url), 'utf8')) as Strings
}
