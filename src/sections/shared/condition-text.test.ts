import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import type { Condition } from '#core/condition.ts'
import { LOCALES } from '#i18n/locale.ts'
import {
  conditionText,
  limitText,
  priceRuleText,
  conditionLineText
} from '#sections/shared/condition-text.ts'
import { fieldRuleTexts } from '#sections/docs/field-text.ts'
import { wordsOf } from '../../../tests/support/words.ts'

const t = wordsOf('en')
const pro: Condition = { field: 'mode', is: 'pro' }
const film: Condition = { field: 'video_url', given: true }

test.each<[Condition, string]>([
  [pro, '`mode` is `pro`'],
  [{ not: pro }, '`mode` is not `pro`'],
  [{ not: { not: pro } }, '`mode` is `pro`'],
  [{ field: 'mode', in: ['pro'] }, '`mode` is `pro`'],
  [{ not: { field: 'mode', in: ['pro'] } }, '`mode` is not `pro`'],
  [{ not: { field: 'mode', in: ['std', 'pro'] } }, '`mode` is not one of `std` `pro`'],
  [{ not: film }, '`video_url` is not set'],
  [{ not: { field: 'video_url', given: false } }, '`video_url` is set'],
  [{ not: { field: 'actions', has: 'zoom' } }, '`actions` does not contain `zoom`'],
  [{ not: { any: [pro, film] } }, '`mode` is not `pro` and `video_url` is not set'],
  [{ not: { all: [pro, { not: film }] } }, '`mode` is not `pro` or `video_url` is set'],
  [
    { all: [film, { not: { any: [pro, film] } }] },
    '`video_url` is set and `mode` is not `pro` and `video_url` is not set'
  ],
  [
    { all: [film, { not: { all: [pro, film] } }] },
    '`video_url` is set and (`mode` is not `pro` or `video_url` is not set)'
  ]
])('a condition reads as a sentence, however it is negated: %j', (condition, text) => {
  expect(conditionText(t, condition)).toBe(text)
})

test('a condition on its own begins with "when"', () => {
  expect(conditionLineText(wordsOf('de'), pro)).toBe('Wenn `mode` gleich `pro` ist')
})

test('a limit to one value names that value', () => {
  expect(limitText(t, { when: film, field: 'mode', options: ['pro'] })).toBe(
    'When `video_url` is set: `mode` must be `pro`.'
  )
})

test('a price has the number format of its language', () => {
  expect(priceRuleText({ credits: 0.02, times: ['count'] }, 'de')).toBe('0,02 × `count`')
})

test.each(LOCALES)('in %s no rule of any service lacks a translation', locale => {
  const own = wordsOf(locale)
  const actions = SERVICES.flatMap(service => Object.values(service.actions ?? {}))
  const texts = actions.flatMap(({ fields, limits = [] }) => [
    ...Object.values(fields).flatMap(field => fieldRuleTexts(own, field)),
    ...limits.map(limit => limitText(own, limit))
  ])
  expect(texts.filter(text => /docs\.|\{\{/.test(text))).toEqual([])
})
