import { expect, test } from 'vitest'
import { bucketsOf, daysPerBar, stackSeries } from '#ui/usage-buckets.ts'

test('a bar covers more days where the chart is too narrow for one bar per day', () => {
  expect([
    daysPerBar(30, 300),
    daysPerBar(90, 300),
    daysPerBar(400, 300),
    daysPerBar(400, 100),
    daysPerBar(1, 0)
  ]).toEqual([1, 7, 7, 30, 30])
})

test('every day falls into one bar, and the last bar ends with the last day', () => {
  const data = {
    first: '2026-11-01',
    series: [{ title: 'a', values: [1, 2, 3, 4, 5, 6, 7, 8, 9] }]
  }
  const { times, sums } = bucketsOf(data, 7)
  expect(sums).toEqual([[1 + 2, 3 + 4 + 5 + 6 + 7 + 8 + 9]])
  expect(times).toEqual([Date.UTC(2026, 9, 27) / 1000, Date.UTC(2026, 10, 3) / 1000])
  expect(bucketsOf(data, 1).sums).toEqual([data.series[0]?.values])
  expect(bucketsOf({ first: '2026-11-01', series: [] }, 7)).toEqual({ times: [], sums: [] })
})

test('stacks each series on those before it and skips hidden ones', () => {
  expect(
    stackSeries(
      [
        [1, 2],
        [3, 4],
        [5, 6]
      ],
      [true, true, true]
    )
  ).toEqual([
    [1, 2],
    [4, 6],
    [9, 12]
  ])
  expect(
    stackSeries(
      [
        [1, 2],
        [3, 4],
        [5, 6]
      ],
      [true, false, true]
    )
  ).toEqual([
    [1, 2],
    [1, 2],
    [6, 8]
  ])
})
