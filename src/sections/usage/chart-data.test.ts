import { expect, test } from 'vitest'
import { chartDays, usageChartData } from '#sections/usage/chart-data.ts'

const item = (day: string, service: string, deducted_amount: number, count = 1) => ({
  day,
  service,
  title: service,
  count,
  deducted_amount
})
const summary = (items: ReturnType<typeof item>[], from = '2026-01-01') => ({
  from,
  to: '2026-11-22',
  utc_offset: 0,
  items,
  count: items.reduce((sum, { count }) => sum + count, 0),
  deducted_amount: items.reduce((sum, each) => sum + each.deducted_amount, 0)
})

test('a chart has a value per service and day since the first run, largest service first', () => {
  const items = [
    item('2026-11-01', 'flux', 1),
    item('2026-11-01', 'suno', 5),
    item('2026-11-22', 'flux', 2)
  ]
  const { first, unit, series } = usageChartData(summary(items), false, 'Other')
  expect([first, unit, series.map(({ title }) => title)]).toEqual([
    '2026-11-01',
    'credits',
    ['suno', 'flux']
  ])
  expect(series[1]?.values).toHaveLength(22)
  expect([series[1]?.values[0], series[1]?.values[21]]).toEqual([1, 2])
  expect(usageChartData(summary(items, '2026-10-01'), true, 'Other').first).toBe('2026-10-01')
})

test('a chart has at least fourteen days, and counts runs where nothing was charged', () => {
  const { first, unit, series } = usageChartData(
    summary([item('2026-11-22', 'chat', 0, 3)]),
    true,
    'Other'
  )
  expect([first, unit, series[0]?.values.at(-1)]).toEqual(['2026-01-01', 'runs', 3])
  expect(usageChartData(summary([item('2026-11-22', 'chat', 0)]), false, 'Other').first).toBe(
    '2026-11-09'
  )
})

test('the smallest of too many services share one series', () => {
  const items = Array.from({ length: 12 }, (_, index) => item('2026-11-20', `s${index}`, index + 1))
  const { series } = usageChartData(summary(items), false, 'Other')
  expect(series).toHaveLength(8)
  expect(
    series.find(({ title }) => title === 'Other')?.values.reduce((sum, value) => sum + value)
  ).toBe(1 + 2 + 3 + 4 + 5)
})

test('the table has the same numbers, with the last day first', () => {
  const items = [
    item('2026-11-01', 'flux', 1),
    item('2026-11-01', 'suno', 5, 2),
    item('2026-11-22', 'flux', 2)
  ]
  expect(chartDays({ items }).map(({ day, count, credits }) => [day, count, credits])).toEqual([
    ['2026-11-22', 1, 2],
    ['2026-11-01', 3, 6]
  ])
})
