import { expect, test } from 'vitest'
import type { Field } from '#core/field.ts'
import { createTranslate } from '#i18n/translate.ts'
import { issueText } from '#ui/tool/words.ts'
import german from '../../../locales/de/field.json' with { type: 'json' }
import english from '../../../locales/en/field.json' with { type: 'json' }

const text: Field = { type: 'text', max: 4000 }
const side: Field = { type: 'number', min: 0.5, max: 2048 }
const style: Field = { type: 'choice', options: ['anime'] }
const film: Field = { type: 'file', accept: 'video', max: 2, bytes: 1_500_000_000 }

test.each<[string, Field | undefined, string, string]>([
  ['too_long', text, 'en', 'Shorten this to 4,000 characters.'],
  ['too_long', text, 'de', '4.000'],
  ['too_large', side, 'en', 'Choose at most 2,048.'],
  ['too_small', side, 'de', '0,5'],
  ['too_large', film, 'en', 'This file is larger than 1,500 MB.'],
  ['too_many', film, 'en', 'You can add up to 2.'],
  ['required', text, 'en', 'Fill in “Prompt”.'],
  ['required', style, 'en', 'Choose an option for “Prompt”.'],
  ['required', film, 'de', 'Fügen Sie bei „Prompt“ eine Datei hinzu.'],
  ['nonsense', undefined, 'en', english['field.issue.invalid']]
])('%s of %j in %s contains %s', (code, field, locale, told) => {
  expect(
    issueText(createTranslate(locale === 'de' ? german : english, locale), code, field, 'Prompt')
  ).toContain(told)
})
