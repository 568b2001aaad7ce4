import { expect, test } from 'vitest'
import {
  formatBalance,
  formatCredits,
  formatDay,
  formatNumber,
  formatTime,
  roundCredits
} from '#core/format.ts'
import { formatDayRange, formatDuration, formatPercent, isoDay } from '#core/format-span.ts'
import { LOCALES } from '#i18n/locale.ts'

test.each([
  [Date.UTC(2026, 0, 2, 3, 4, 5), 'UTC', '2026-01-02 03:04:05'],
  [Date.UTC(2026, 0, 2, 0, 0, 0), 'UTC', '2026-01-02 00:00:00'],
  [Date.UTC(2026, 11, 31, 23, 59, 59, 999), 'UTC', '2026-12-31 23:59:59'],
  [Date.UTC(2026, 11, 31, 23, 0), 'Asia/Shanghai', '2027-01-01 07:00:00'],
  [Date.UTC(2026, 5, 1, 12, 0), 'Europe/Berlin', '2026-06-01 14:00:00']
])('formats %d in %s as %s', (milliseconds, zone, text) => {
  expect(formatTime(milliseconds, zone)).toBe(text)
})

test("uses the reader's own time zone by default", () => {
  expect(formatTime(Date.now())).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test.each([
  [1234.5, 'en', '1,234.5', 1234.5],
  [1234.5, 'de', '1.234,5', 1234.5],
  [3.74032, 'en', '3.74', 3.74],
  [1.004, 'en', '1', 1],
  [0.126, 'zh-CN', '0.13', 0.13],
  [0.0126, 'en', '0.013', 0.013],
  [0.00448, 'de', '0,0045', 0.0045],
  [0, 'en', '0', 0],
  [5, 'en', '5', 5]
])('formats %d credits in %s as %s, and counts them as shown', (credits, locale, text, shown) => {
  expect([formatCredits(credits, locale), roundCredits(credits)]).toEqual([text, shown])
})

test('formats a number with all its decimals, or with fewer if the caller limits them', () => {
  expect([formatNumber(3.74032, 'de'), formatNumber(12345.6, 'en', 0)]).toEqual([
    '3,74032',
    '12,346'
  ])
})

test.each([
  [12.5, 'en', '12.5%'],
  [10, 'de', '10\u00a0%'],
  [0, 'en', '0%'],
  [100, 'zh-CN', '100%']
])('formats %d per cent in %s', (percentage, locale, text) => {
  expect(formatPercent(percentage, locale)).toBe(text)
})

test.each([
  ['2025-11-03', 'en', 'November 3, 2025'],
  ['2025-11-03T23:59:59.999Z', 'de', '3. November 2025'],
  [Date.UTC(2025, 0, 2), 'ja', '2025年1月2日'],
  ['some day', 'fr', 'some day']
])('formats the day %s in a sentence in %s as %s', (day, locale, text) => {
  expect(formatDay(day, locale)).toBe(text)
})

test('a formatted day never ends with a full stop, since the sentence adds its own', () => {
  for (const locale of LOCALES) expect(formatDay('2026-11-22', locale)).not.toMatch(/\.$/)
})

test('a day in a table is short and the same in all languages', () => {
  expect(isoDay(Date.UTC(2025, 0, 2, 23))).toBe('2025-01-02')
})

test('a range of days is written in the language of the reader', () => {
  expect(formatDayRange('2025-11-03', Date.UTC(2025, 11, 1), 'de')).toBe(
    '3. Nov.\u2009–\u20091. Dez. 2025'
  )
  expect(formatDayRange('2025-11-03', '2025-12-01', 'ar')).toBe('3 نوفمبر – 1 ديسمبر 2025')
  expect(formatDayRange('2025-11-03', '2025-11-03T12:00:00Z', 'en')).toBe('Nov 3, 2025')
})

test.each([
  [12, 'en', '12 seconds'],
  [90, 'en', '90 seconds'],
  [120, 'en', '2 minutes'],
  [60, 'de', '1 Minute'],
  [45, 'ja', '45 秒'],
  [120, 'ar', 'دقيقتان']
])('formats %d seconds in %s', (seconds, locale, text) => {
  expect(formatDuration(seconds, locale)).toBe(text)
})

test.each([
  [4.876, 'en', '4.88'],
  [9999.88, 'en', '9,999.88'],
  [12_345.99, 'en', '12,345'],
  [99_999.99, 'de', '99.999'],
  [999_999.88, 'en', '999.9K'],
  [9_999_999, 'en', '9.9M']
])(
  'formats a balance of %d in a narrow place in %s as %s, never rounded up',
  (credits, locale, text) => {
    expect(formatBalance(credits, locale)).toBe(text)
  }
)

test('balances of seven digits fit into nine characters in any language', () => {
  for (const locale of LOCALES)
    for (const credits of [1_234_567.89, 9_999_999])
      expect([locale, formatBalance(credits, locale).length <= 9]).toEqual([locale, true])
})
