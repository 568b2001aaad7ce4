import { describe, expect, test } from 'vitest'
import { CURRENCIES, localeCurrency, priceText, currencySymbol } from './currency.ts'

const plain = (text: string): string =>
  text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u200e\u200f\u061c]/g, '')

test.each([
  [['zh-CN', 'zh-TW'], 'cny'],
  [['en'], 'usd'],
  [['de', 'pt', 'es', 'fr', 'it', 'fi', 'el'], 'eur'],
  [['ko'], 'krw'],
  [['ja'], 'jpy'],
  [['ru'], 'rub'],
  [['pl'], 'pln'],
  [['sv'], 'sek'],
  [['uk'], 'uah'],
  [['ar'], 'sar'],
  [['sr'], 'rsd'],
  [['xx', ''], 'usd']
])('readers of %j see %s', (locales, currency) => {
  expect(locales.map(localeCurrency)).toEqual(locales.map(() => currency))
})

test('each currency has a symbol', () => {
  expect(CURRENCIES.map(currencySymbol).filter(symbol => symbol === '')).toEqual([])
})

describe('a price', () => {
  test.each([
    ['en', 'usd', 1, '$12.50 USD'],
    ['de', 'eur', 0.867, '10,84 €'],
    ['zh-CN', 'cny', 7.12, '¥89.00 CNY'],
    ['ja', 'jpy', 154.1, '¥1,926 JPY'],
    ['ko', 'krw', 1430, '₩17,875'],
    ['sv', 'sek', 9.49, '118,63 kr SEK'],
    ['pl', 'pln', 3.69, '46,13 zł'],
    ['fr', 'eur', 0.867, '10,84 €']
  ] as const)('is written in %s in %s at %d', (locale, currency, rate, expected) => {
    expect(plain(priceText(1250, rate, currency, locale))).toBe(expected)
  })

  test("has the riyal's own sign in Arabic", () => {
    expect(priceText(1250, 3.75, 'sar', 'ar')).toContain('ر.س')
  })

  test.each([null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'is in dollars with the code USD if the rate is %s',
    rate => {
      expect(plain(priceText(1250, rate, 'eur', 'de'))).toBe('12,50 $ USD')
    }
  )

  test('in dollars is not converted', () => {
    expect(plain(priceText(1250, 7, 'usd', 'en'))).toBe('$12.50 USD')
  })
})
