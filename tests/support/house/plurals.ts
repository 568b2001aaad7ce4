import type { Language } from './locales.ts'

const FORM = /^(.*)_(zero|one|two|few|many|other)$/
/** Numbers that distinguish all plural forms of our languages. */
const NUMBERS = Array.from({ length: 201 }, (_, number) => number)

/**
 * Finds plural forms that cover several whole numbers but do not contain the number. For example,
 * the Russian form of "a day" is also used for 21 days. A form may lack the number if the English
 * one does.
 */
export function uncounted(locale: string, language: Language, english: Language): string[] {
  const rules = new Intl.PluralRules(locale)
  const several = new Set(
    rules
      .resolvedOptions()
      .pluralCategories.filter(
        form => NUMBERS.filter(number => rules.select(number) === form).length > 1
      )
  )
  return Object.entries(language).flatMap(([group, strings]) =>
    Object.entries(strings).flatMap(([key, text]) => {
      const [, base = '', form = ''] = FORM.exec(key) ?? []
      const counts = english[group]?.[`${base}_other`]?.includes('{{count}}') === true
      return counts && several.has(form as Intl.LDMLPluralRule) && !text.includes('{{count}}')
        ? [`${locale}: ${key} does not say how many`]
        : []
    })
  )
}
