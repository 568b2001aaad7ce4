import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import type { Strings, Translate } from '#i18n/translate.ts'

/** The missing strings that already caused a warning, as `de order.place`. */
const told = new Set<string>()

/**
 * Wraps a translator so that it warns once per process about each string that the language lacks.
 * Node prints the warning beside the log, because this module imports no logger.
 * @param read the translator of the language, which falls back to English
 */
export function withMissingWarnings(
  read: Translate,
  locale: Locale,
  own: Strings,
  english: Strings
): Translate {
  const has = (key: string): boolean => holds(own, key) || holds(english, key)
  const t = (...[key, values]: Parameters<Translate>): string => {
    if (!holds(own, key)) tell(locale, key, holds(english, key))
    return read(key, values)
  }
  return Object.assign(t, { has })
}

/** True if the key exists, alone or in plural forms. */
function holds(strings: Strings, key: string): boolean {
  return Object.hasOwn(strings, key) || Object.hasOwn(strings, `${key}_other`)
}

function tell(locale: Locale, key: string, inEnglish: boolean): void {
  if (told.has(`${locale} ${key}`)) return
  told.add(`${locale} ${key}`)
  const instead = inEnglish ? `${DEFAULT_LOCALE} is shown instead` : 'no language has it'
  process.emitWarning(`The language ${locale} lacks the string ${key}: ${instead}`, 'MissingString')
}
