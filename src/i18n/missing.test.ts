import { expect, test, vi } from 'vitest'
import { withMissingWarnings } from '#i18n/missing.ts'
import { createTranslate } from '#i18n/translate.ts'

const english = {
  'a.hello': 'Hello',
  'a.left_one': '{{count}} day',
  'a.left_other': '{{count}} days'
}

/** Creates a translator for German with these strings, and returns its warnings as `told`. */
function reader(own: Record<string, string>) {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const t = withMissingWarnings(createTranslate({ ...english, ...own }, 'de'), 'de', own, english)
  return { t, told: () => warn.mock.calls.map(([line]) => line) }
}

test('a string that a language lacks is read in English, with one warning that contains language and key', () => {
  const { t, told } = reader({})
  expect([t('a.hello'), t('a.hello'), t('a.left', { count: 2 })]).toEqual([
    'Hello',
    'Hello',
    '2 days'
  ])
  expect(told()).toEqual([
    'The language de lacks the string a.hello: en is shown instead',
    'The language de lacks the string a.left: en is shown instead'
  ])
})

test('a string that no language has reads as its key, with one warning', () => {
  const { t, told } = reader({})
  expect([t('a.nonsense'), t('a.nonsense')]).toEqual(['a.nonsense', 'a.nonsense'])
  expect(told()).toEqual(['The language de lacks the string a.nonsense: no language has it'])
})

test('an existing string causes no warning, and has() reports whether a string exists', () => {
  const { t, told } = reader({
    'a.hello': 'Hallo',
    'a.left_one': '{{count}} Tag',
    'a.left_other': '{{count}} Tage'
  })
  expect([
    t('a.hello'),
    t('a.left', { count: 2 }),
    t.has?.('a.hello'),
    t.has?.('a.left'),
    t.has?.('a.none')
  ]).toEqual(['Hallo', '2 Tage', true, true, false])
  expect(told()).toEqual([])
})
