import type { Language } from './locales.ts'

const FORM = /^(.*)_(zero|one|two|few|many|other)$/
/** Numbers that tell the forms of all our languages apart. */
const NUMBERS = Array.from({ length: 201 }, (_, number) => number)

/**
 * Forms that stand for several whole numbers and do not say which: "a day" is also 21 days in Russian. English decides
 * whether the number is told at all.
 */
export function uncounted(locale: string, language: Language, english: Language): string[] {
  const rules = new Intl.PluralRules(locale)
  const several = new Set(
    rules.resolvedOptions().pluralCategories.filter(form => NUMBERS.filter(number => rules.select(number) === form).length > 1)
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
