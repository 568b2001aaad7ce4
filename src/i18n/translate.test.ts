import { expect, test } from 'vitest'
import { createTranslate } from '#i18n/translate.ts'

const t = createTranslate({ 'a.hello': 'Hello {{name}}, {{name}}', 'a.left_one': '{{count}} day', 'a.left_other': '{{count}} days' }, 'en')

test.each<[string, Record<string, string | number> | undefined, string]>([
  ['a.hello', { name: 'Ada' }, 'Hello Ada, Ada'],
  ['a.hello', { name: '$& {{name}}' }, 'Hello $& {{name}}, $& {{name}}'],
  ['a.hello', undefined, 'Hello {{name}}, {{name}}'],
  ['a.left', { count: 1 }, '1 day'],
  ['a.left', { count: 0 }, '0 days'],
  ['a.left', { count: 2 }, '2 days'],
  ['a.missing', undefined, 'a.missing']
])('%s with %j reads %j', (key, values, text) => {
  expect(t(key, values)).toBe(text)
})

test('a language with six forms uses all of them', () => {
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
  const arabic = createTranslate(Object.fromEntries(forms.map(form => [`x_${form}`, form])), 'ar')
  expect([0, 1, 2, 3, 11, 100].map(count => arabic('x', { count }))).toEqual(forms)
})

test('a form that is missing falls back to the general one', () => {
  expect(createTranslate({ x_other: '{{count}} x' }, 'ar')('x', { count: 2 })).toBe('2 x')
})
