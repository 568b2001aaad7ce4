import { expect, test } from 'vitest'
import { formatCredits, formatTime } from '#core/format.ts'

test.each([
  [Date.UTC(2026, 0, 2, 3, 4, 5), 'UTC', '2026-01-02 03:04:05'],
  [Date.UTC(2026, 0, 2, 0, 0, 0), 'UTC', '2026-01-02 00:00:00'],
  [Date.UTC(2026, 11, 31, 23, 59, 59, 999), 'UTC', '2026-12-31 23:59:59'],
  [Date.UTC(2026, 11, 31, 23, 0), 'Asia/Shanghai', '2027-01-01 07:00:00'],
  [Date.UTC(2026, 5, 1, 12, 0), 'Europe/Berlin', '2026-06-01 14:00:00']
])('%d in %s reads %s', (milliseconds, zone, text) => {
  expect(formatTime(milliseconds, zone)).toBe(text)
})

test('without a zone it is the reader’s own time', () => {
  expect(formatTime(Date.now())).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test.each<[number, string, number | undefined, string]>([
  [1234.5, 'en', undefined, '1,234.5'],
  [1234.5, 'de', undefined, '1.234,5'],
  [0.004, 'en', undefined, '0'],
  [0.004, 'en', 6, '0.004'],
  [0.126, 'zh-CN', undefined, '0.13'],
  [5, 'en', undefined, '5']
])('%d credits in %s', (credits, locale, digits, text) => {
  expect(formatCredits(credits, locale, digits)).toBe(text)
})
