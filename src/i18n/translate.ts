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
    const found = keysOf(key, values, locale).find(each => strings[each] !== undefined)
    const text = strings[found ?? ''] ?? key
    const written = inWords(values, locale)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => written[name] ?? whole)
  }
}

/**
 * Lists the keys to try, best first: the plural form of the count, the general form, the key alone.
 */
function keysOf(key: string, { count }: TranslationValues, locale: string): string[] {
  if (typeof count !== 'number') return [`${key}_other`, key]
  return [`${key}_${rulesOf(locale)[0].select(count)}`, `${key}_other`, key]
}

/**
 * Formats the numbers among the values with the digit grouping and decimal mark of the language.
 */
function inWords(values: TranslationValues, locale: string): Record<string, string> {
  const write = (value: string | number): string =>
    typeof value === 'number' ? rulesOf(locale)[1].format(value) : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]))
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
