import { expect, test } from 'vitest'
import { LOCALES } from '#i18n/locale.ts'
import { formatRelativeTime } from '#core/moment.ts'

const now = new Date(2026, 10, 25, 9, 30).getTime()
const at = (...time: [number, number, number, number, number]): number =>
  new Date(...time).getTime()

test.each([
  ['en', at(2026, 10, 25, 0, 5), 'Today, 00:05'],
  ['en', at(2026, 10, 24, 23, 59), 'Yesterday, 23:59'],
  ['en', at(2026, 10, 23, 14, 20), 'Nov 23, 14:20'],
  ['en', at(2025, 10, 25, 14, 20), 'Nov 25, 2025, 14:20'],
  ['de', at(2026, 10, 24, 14, 20), 'Gestern, 14:20'],
  ['fi', at(2026, 10, 24, 14, 20), 'Eilen klo 14.20'],
  ['ja', at(2026, 10, 24, 14, 20), '昨日 14:20']
])('in %s, a time reads as people say it', (locale, time, text) => {
  expect(formatRelativeTime(time, now, locale)).toBe(text)
})

test.each(LOCALES)('in %s, a time of yesterday is a word and the time of day', locale => {
  const text = formatRelativeTime(at(2026, 10, 24, 14, 20), now, locale)
  expect(text).toMatch(/^\p{L}.*\D(14[:.]20|١٤:٢٠)$/u)
  expect(text).not.toMatch(/24/)
})
