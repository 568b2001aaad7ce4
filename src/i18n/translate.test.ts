import { expect, test } from 'vitest'
import { createTranslate } from '#i18n/translate.ts'

const t = createTranslate(
  {
    'a.hello': 'Hello {{name}}, {{name}}',
    'a.left_one': '{{count}} day',
    'a.left_other': '{{count}} days'
  },
  'en'
)

test.each<[string, Record<string, string | number> | undefined, string]>([
  ['a.hello', { name: 'Ada' }, 'Hello Ada, Ada'],
  ['a.hello', { name: '$& {{name}}' }, 'Hello $& {{name}}, $& {{name}}'],
  ['a.hello', undefined, 'Hello {{name}}, {{name}}'],
  ['a.left', { count: 1 }, '1 day'],
  ['a.left', { count: 0 }, '0 days'],
  ['a.left', { count: 2 }, '2 days'],
  ['a.missing', undefined, 'a.missing']
])('reads %s with %j as %j', (key, values, text) => {
  expect(t(key, values)).toBe(text)
})

test('a language with six plural forms uses all of them', () => {
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
  const arabic = createTranslate(Object.fromEntries(forms.map(form => [`x_${form}`, form])), 'ar')
  expect([0, 1, 2, 3, 11, 100].map(count => arabic('x', { count }))).toEqual(forms)
})

test.each([
  ['en', 12345, '12,345 days'],
  ['de', 12345, '12.345 days'],
  ['fr', 12345, '12\u202f345 days'],
  ['pl', 1234, '1234 days'],
  ['de', 0.4, '0,4 days'],
  ['en', 1.0004, '1.0004 days']
])('formats a number as %s does: %d reads %j', (locale, count, text) => {
  expect(
    createTranslate({ 'a.left_one': '{{count}} day', 'a.left_other': '{{count}} days' }, locale)(
      'a.left',
      { count }
    )
  ).toBe(text)
})

test('a value that is given as text stays unformatted', () => {
  expect(
    createTranslate({ x: '{{status}} after {{seconds}} s' }, 'de')('x', {
      status: '1001',
      seconds: 0.4
    })
  ).toBe('1001 after 0,4 s')
})

test('a missing plural form falls back to the general one', () => {
  expect(createTranslate({ x_other: '{{count}} x' }, 'ar')('x', { count: 2 })).toBe('2 x')
})
