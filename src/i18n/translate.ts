/** Flat strings of some groups, keys as `group:area.thing`, values with `{{placeholders}}`. */
export type Strings = Readonly<Record<string, string>>

/** Most decimals that a number is told with: those of credits. */
const DIGITS = { maximumFractionDigits: 6 }

const made: Record<string, [Intl.PluralRules, Intl.NumberFormat]> = {}

/** What stands for the placeholders. A number is a quantity; an id, a year or a status is given as text, which stays as it is. */
export type Values = Readonly<Record<string, string | number>>

export type Translate = {
  (key: string, values?: Values): string
  /** Is there such a string? A reader without an answer reads what is missing as its key. */
  has?(key: string): boolean
}

/**
 * A reader of strings for places that i18next's weight is too much for: browsers, and the servers' sentences.
 * The same format: `{{name}}` placeholders, plural forms as `key_one`, `key_other`, … chosen by `count`.
 * A missing key reads as itself, so that it is seen.
 */
export function createTranslate(strings: Strings, locale: string): Translate {
  return (key, values = {}) => {
    const found = keysOf(key, values, locale).find(each => strings[each] !== undefined)
    const text = strings[found ?? ''] ?? key
    const written = inWords(values, locale)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => written[name] ?? whole)
  }
}

/** Where a string may stand, best first: under the plural form of its count, the general form, or the key alone. */
export function keysOf(key: string, { count }: Values, locale: string): string[] {
  if (typeof count !== 'number') return [`${key}_other`, key]
  return [`${key}_${rulesOf(locale)[0].select(count)}`, `${key}_other`, key]
}

/** Values as a sentence has them: numbers grouped and pointed as the language does. */
export function inWords(values: Values, locale: string): Record<string, string> {
  const write = (value: string | number): string => (typeof value === 'number' ? rulesOf(locale)[1].format(value) : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]))
}

/** How a language counts and writes numbers. Made once: that takes longer than a hundred uses. */
function rulesOf(locale: string): [Intl.PluralRules, Intl.NumberFormat] {
  return (made[locale] ??= [new Intl.PluralRules(locale, DIGITS), new Intl.NumberFormat(locale, DIGITS)])
}

/** A string that need not be there; null when it is not. */
export function wordsFor(t: Translate, key: string): string | null {
  if (t.has?.(key) === false) return null
  const text = t(key)
  return text === key ? null : text
}
