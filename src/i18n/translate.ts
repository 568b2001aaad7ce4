/** Flat strings of some groups, keys as `group:area.thing`, values with `{{placeholders}}`. */
export type Strings = Readonly<Record<string, string>>

export type Translate = {
  (key: string, values?: Readonly<Record<string, string | number>>): string
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
    const { count } = values
    const plural = typeof count === 'number' ? strings[`${key}_${new Intl.PluralRules(locale).select(count)}`] : undefined
    const text = plural ?? strings[`${key}_other`] ?? strings[key] ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

/** A string that need not be there; null when it is not. */
export function wordsFor(t: Translate, key: string): string | null {
  if (t.has?.(key) === false) return null
  const text = t(key)
  return text === key ? null : text
}
