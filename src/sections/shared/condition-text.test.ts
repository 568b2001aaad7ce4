import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import type { Condition } from '#core/condition.ts'
import { LOCALES } from '#i18n/locale.ts'
import { conditionText, limitText, priceText, whenText } from '#sections/shared/condition-text.ts'
import { ruleTexts } from '#sections/docs/field-text.ts'
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
  [{ not: { field: 'mode', in: ['std', 'pro'] } }, '`mode` is none of `std` `pro`'],
  [{ not: film }, '`video_url` is not given'],
  [{ not: { field: 'video_url', given: false } }, '`video_url` is given'],
  [{ not: { field: 'actions', has: 'zoom' } }, '`actions` does not have `zoom`'],
  [{ not: { any: [pro, film] } }, '`mode` is not `pro` and `video_url` is not given'],
  [{ not: { all: [pro, { not: film }] } }, '`mode` is not `pro` or `video_url` is given'],
  [{ all: [film, { not: { any: [pro, film] } }] }, '`video_url` is given and `mode` is not `pro` and `video_url` is not given'],
  [{ all: [film, { not: { all: [pro, film] } }] }, '`video_url` is given and (`mode` is not `pro` or `video_url` is not given)']
])('a condition is a sentence, whatever of it does not hold: %j', (condition, text) => {
  expect(conditionText(t, condition)).toBe(text)
})

test('alone it says that it is a condition', () => {
  expect(whenText(wordsOf('de'), pro)).toBe('Wenn `mode` gleich `pro` ist')
})

test('a limit to one value says that it is that one', () => {
  expect(limitText(t, { when: film, field: 'mode', options: ['pro'] })).toBe('When `video_url` is given: `mode` is `pro`.')
})

test('a price is a number of its language', () => {
  expect(priceText({ credits: 0.02, times: ['count'] }, 'de')).toBe('0,02 × `count`')
})

test.each(LOCALES)('in %s no rule of any service lacks its words', locale => {
  const own = wordsOf(locale)
  const actions = SERVICES.flatMap(service => Object.values(service.actions ?? {}))
  const texts = actions.flatMap(({ fields, limits = [] }) => [
    ...Object.values(fields).flatMap(field => ruleTexts(own, field)),
    ...limits.map(limit => limitText(own, limit))
  ])
  expect(texts.filter(text => /docs\.|\{\{/.test(text))).toEqual([])
})
