import { expect, test } from 'vitest'
import { groupByDate } from '#ui/chat/date-groups.ts'

/** A Wednesday, late in the evening in London. */
const NOW = Date.UTC(2026, 10, 18, 23, 30)
const at = (day: number, hour = 12): { updated_at: number } => ({
  updated_at: Date.UTC(2026, 10, day, hour) / 1000
})
const groups = (days: { updated_at: number; pinned?: boolean }[], locale = 'de', zone = 'UTC') =>
  groupByDate(days, NOW, locale, zone).map(
    ({ group, items }) =>
      `${group} ${items.map(item => new Date(item.updated_at * 1000).getUTCDate()).join(',')}`
  )

test('groups by today, yesterday, this week and earlier, and leaves out empty groups', () => {
  expect(groups([at(18), at(18, 1), at(17), at(16), at(15), at(1)])).toEqual([
    'today 18,18',
    'yesterday 17',
    'week 16',
    'earlier 15,1'
  ])
  expect(groups([at(2)])).toEqual(['earlier 2'])
  expect(groups([])).toEqual([])
})

test('starts the week on the day that the language uses', () => {
  const days = [at(16), at(15), at(14), at(13)]
  expect(groups(days, 'de')).toEqual(['week 16', 'earlier 15,14,13'])
  expect(groups(days, 'en')).toEqual(['week 16,15', 'earlier 14,13'])
  expect(groups(days, 'ar')).toEqual(['week 16,15,14', 'earlier 13'])
})

test('uses days of the reader’s time zone', () => {
  expect(groups([at(18, 20)], 'de', 'Asia/Tokyo')).toEqual(['today 18'])
  expect(groups([at(18, 12)], 'de', 'Asia/Tokyo')).toEqual(['yesterday 18'])
})

test('counts a time in the future as today', () => {
  expect(groups([at(20)])).toEqual(['today 20'])
})

test('puts pinned items before all days', () => {
  expect(groups([at(18), { ...at(1), pinned: true }, { ...at(17), pinned: false }])).toEqual([
    'pinned 1',
    'today 18',
    'yesterday 17'
  ])
})
