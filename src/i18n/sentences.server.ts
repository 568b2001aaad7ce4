import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { withMissingWarnings } from '#i18n/missing.ts'
import { readStrings } from '#i18n/read-strings.server.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'

const readers = new Map<string, Translate>()

/**
 * Returns the translator of one group for servers: problems, emails, service names and sandbox
 * payments. English fills what a language lacks, with one warning for each string.
 * @param group a file of `locales/<lang>/`; each service with actions has a group named by its id
 */
export function groupTranslator(locale: Locale, group: string): Translate {
  const key = `${locale}/${group}`
  const known = readers.get(key)
  if (known !== undefined) return known
  const [english, own] = [readStrings(DEFAULT_LOCALE, group), readStrings(locale, group)]
  const reader = withMissingWarnings(
    createTranslate({ ...english, ...own }, locale),
    locale,
    own,
    english
  )
  readers.set(key, reader)
  return reader
}
