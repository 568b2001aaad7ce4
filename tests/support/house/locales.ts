import { isEnglish } from './cognates.ts'

/** The strings of one language: groups of keys and texts. */
export type Language = Record<string, Record<string, string>>

const PLURAL = /_(zero|one|two|few|many|other)$/

/**
 * Compares a language with English and finds differing groups, keys, placeholders and plural forms.
 * It also finds empty or untranslated texts and repeated spaces.
 */
export function wrongStrings(locale: string, language: Language, english: Language): string[] {
  const names = new Set([...Object.keys(english), ...Object.keys(language)])
  return [...names].flatMap(name => {
    const own = language[name]
    const source = english[name]
    if (own === undefined) return [`${locale} lacks ${name}.json`]
    if (source === undefined) return [`${locale} has ${name}.json, English has not`]
    return wrongGroup(locale, own, source).map(problem => `${locale}/${name}.json: ${problem}`)
  })
}

function wrongGroup(
  locale: string,
  own: Record<string, string>,
  english: Record<string, string>
): string[] {
  const expected = expectedKeys(locale, Object.keys(english))
  const missing = [...expected].filter(key => !(key in own)).map(key => `lacks ${key}`)
  const extra = Object.keys(own)
    .filter(key => !expected.has(key) && !isZeroOf(key, expected))
    .map(key => `has ${key} too many`)
  const wrong = Object.entries(own).flatMap(([key, value]) => {
    const source = english[key] ?? english[`${key.replace(PLURAL, '')}_other`]
    return source === undefined ? [] : wrongValue(locale, key, value, source)
  })
  return [...missing, ...extra, ...wrong]
}

/** Returns the English keys, with plural forms replaced by those of this language. */
function expectedKeys(locale: string, english: readonly string[]): Set<string> {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const isPlural = (key: string): boolean =>
    PLURAL.test(key) && english.includes(`${key.replace(PLURAL, '')}_other`)
  return new Set(
    english.flatMap(key =>
      isPlural(key) ? forms.map(form => `${key.replace(PLURAL, '')}_${form}`) : [key]
    )
  )
}

/** Tells whether a key is the special text for zero, which any language may add. */
function isZeroOf(key: string, expected: Set<string>): boolean {
  return key.endsWith('_zero') && expected.has(key.replace(/_zero$/, '_other'))
}

function wrongValue(locale: string, key: string, value: unknown, source: string): string[] {
  if (typeof value !== 'string' || value.trim() === '') return [`${key} is empty`]
  // "one minute" needs no number: only the general form must contain it.
  const counted = PLURAL.test(key) && !key.endsWith('_other')
  const placeholders = (text: string): string =>
    [...new Set(text.match(/\{\{\w+\}\}/g))]
      .filter(each => !counted || each !== '{{count}}')
      .toSorted()
      .join(' ')
  if (placeholders(value) !== placeholders(source)) {
    return [
      `${key} has placeholders "${placeholders(value)}" where English has "${placeholders(source)}"`
    ]
  }
  if (/(?<!\{)\{\w+\}(?!\})/.test(value)) return [`${key} has a placeholder in single braces`]
  if (/[ \u00A0\u202F]{2}/.test(value)) return [`${key} has two blanks side by side`]
  return isEnglish(locale, key, value, source) ? [`${key} is still English`] : []
}

/**
 * Finds duplicate keys of a file, of which a JSON parser keeps only the last.
 * @param text of the file, as JSON
 */
export function keysTwice(text: string): string[] {
  // Matches whole strings, so that words inside a text do not count as keys.
  const keys = [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)]
    .filter(([, , colon]) => colon !== undefined)
    .map(([, key = '']) => key)
  return keys.filter((key, at) => keys.indexOf(key) !== at)
}
