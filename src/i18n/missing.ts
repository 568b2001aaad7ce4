import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import type { Strings, Translate } from '#i18n/translate.ts'

/** What has been told of already, as `de order.place`. */
const told = new Set<string>()

/**
 * A reader for servers that tells of each string that a language lacks, once in the life of the process. Node writes it
 * beside the log: the strings know no other part of the studio.
 * @param read the language's reader, which falls back to English
 */
export function watched(read: Translate, locale: Locale, own: Strings, english: Strings): Translate {
  const has = (key: string): boolean => holds(own, key) || holds(english, key)
  const t = (...[key, values]: Parameters<Translate>): string => {
    if (!holds(own, key)) tell(locale, key, holds(english, key))
    return read(key, values)
  }
  return Object.assign(t, { has })
}

/** Is it there, in one form or several? */
function holds(strings: Strings, key: string): boolean {
  return Object.hasOwn(strings, key) || Object.hasOwn(strings, `${key}_other`)
}

function tell(locale: Locale, key: string, inEnglish: boolean): void {
  if (told.has(`${locale} ${key}`)) return
  told.add(`${locale} ${key}`)
  const instead = inEnglish ? `${DEFAULT_LOCALE} is shown instead` : 'no language has it'
  process.emitWarning(`The language ${locale} lacks the string ${key}: ${instead}`, 'MissingString')
}
