import { expect, test } from 'vitest'
import { creditsText, remainingCreditsText } from '#client/plan-text.ts'
import type { Locale } from '#i18n/locale.ts'
import { wordsOf } from '../../../tests/support/words.ts'

const inLanguage = (locale: Locale) => ({ t: wordsOf(locale), locale })

test.each<[Locale, string]>([
  ['en', '1 credit left'],
  ['ru', 'Остался 1 кредит'],
  ['pl', 'Pozostał 1 kredyt']
])('the remaining credits have the plural form of the displayed number: %s', (locale, text) => {
  expect(remainingCreditsText(inLanguage(locale), 1.004)).toBe(text)
})

test('an amount has the plural form of its displayed digits', () => {
  expect(creditsText(inLanguage('en'), 1.004)).toBe('1 credit')
  expect(creditsText(inLanguage('en'), 3.74032)).toBe('3.74 credits')
  expect(creditsText(inLanguage('en'), 12345)).toBe('12,345 credits')
})
