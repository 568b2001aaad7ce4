import { expect, test } from 'vitest'
import { groupByDay, nameDay, numberDay, writeDay } from '#ui/tool/wall-days.ts'

const day = (iso: string): number => numberDay(Date.parse(iso), false)
const today = day('2026-03-02T09:00:00Z')

test('a day of UTC ends at midnight', () => {
  expect(day('2026-03-02T23:59:59Z')).toBe(today)
  expect(day('2026-03-03T00:00:00Z')).toBe(today + 1)
})

test('a day of the reader ends at the midnight of their time zone', () => {
  const time = new Date(2026, 2, 2, 0, 0, 0).getTime()
  expect(numberDay(time, true)).toBe(today)
  expect(numberDay(time - 1, true)).toBe(today - 1)
})

test.each([
  ['2026-03-02T01:00:00Z', 'en', 'Today'],
  ['2026-03-01T01:00:00Z', 'en', 'Yesterday'],
  ['2026-02-27T01:00:00Z', 'en', 'Friday, February 27'],
  ['2025-12-31T01:00:00Z', 'en', 'December 31, 2025'],
  ['2026-03-02T01:00:00Z', 'de', 'Heute'],
  ['2026-03-01T01:00:00Z', 'ar', 'أمس'],
  ['2026-02-27T01:00:00Z', 'ja', '2月27日金曜日']
])('%s in %s is %s', (iso, locale, name) => {
  expect(nameDay(day(iso), today, locale)).toBe(name)
})

test('a clock that is behind the server names a result of tomorrow today', () => {
  expect(nameDay(today + 1, today, 'en')).toBe('Today')
})

test('items are grouped by day in their order, and parts stay with the item before them', () => {
  const items = [today, today, today - 1, null, today - 3]
  expect(groupByDay(items, each => each)).toEqual([
    { day: today, items: [today, today] },
    { day: today - 1, items: [today - 1, null] },
    { day: today - 3, items: [today - 3] }
  ])
})

test('a day is written as machines read it', () => {
  expect(writeDay(today)).toBe('2026-03-02')
})
