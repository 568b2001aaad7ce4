/**
 * Flat strings of some groups. Keys look like `group.area.thing`; values contain
 * `{{placeholders}}`.
 */
export type Strings = Readonly<Record<string, string>>

/** Numbers are written with at most six decimals, the precision of credits. */
const DIGITS = { maximumFractionDigits: 6 }

const made: Record<string, [Intl.PluralRules, Intl.NumberFormat]> = {}

/**
 * The values of the placeholders. Numbers are formatted as quantities. Pass an id, a year or a
 * status as text, which stays unchanged.
 */
export type TranslationValues = Readonly<Record<string, string | number>>

export type Translate = {
  (key: string, values?: TranslationValues): string
  /**
   * True if the string exists. A translator without this method returns the key of a missing
   * string.
   */
  has?(key: string): boolean
}

/**
 * Creates a translator, for pages, browsers and emails alike. The format is that of i18next:
 * `{{name}}` placeholders, and plural forms as `key_one`, `key_other`, … chosen by `count`. A
 * missing key reads as itself, so that somebody notices it.
 */
export function createTranslate(strings: Strings, locale: string): Translate {
  return (key, values = {}) => {
    const [rules, format] = rulesOf(locale)
    const { count } = values
    const form = typeof count === 'number' ? `_${rules.select(count)}` : ''
    const text = strings[key + form] ?? strings[`${key}_other`] ?? strings[key] ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? format.format(value) : value
    })
  }
}

/**
 * Returns the plural rules and number format of a language. They are cached, since creating them
 * takes longer than a hundred uses.
 */
function rulesOf(locale: string): [Intl.PluralRules, Intl.NumberFormat] {
  return (made[locale] ??= [
    new Intl.PluralRules(locale, DIGITS),
    new Intl.NumberFormat(locale, DIGITS)
  ])
}

/**
 * Returns an optional string.
 * @returns null when the string does not exist
 */
export function textOrNull(t: Translate, key: string): string | null {
  if (t.has?.(key) === false) return null
  const text = t(key)
  return text === key ? null : text
}
