import { expect, test } from 'vitest'
import { layDayBars, SLOT, type DaySeries } from '#sections/operator/day-bars.ts'

const series = (tone: DaySeries['tone'], ...values: (number | null)[]): DaySeries => ({
  title: tone,
  tone,
  values
})
const PLAIN = { stacked: false, mirrored: false }

test('the scale ends at a round number above the highest value', () => {
  for (const [value, top] of [
    [0, 0],
    [0.3, 0.3],
    [1, 1],
    [3, 3],
    [17, 20],
    [225, 300],
    [5000, 5000],
    [5001, 6000]
  ])
    expect(layDayBars([series('main', value ?? 0, 0)], PLAIN).top).toBeCloseTo(top ?? 0, 9)
})

test('series of one day are side by side, and a day without a value has no bar', () => {
  const { days } = layDayBars([series('main', 10, null), series('quiet', 5, 0)], PLAIN)
  expect(days).toEqual([
    [
      { tone: 'main', x: 1.5, y: 0, width: 4.5, height: 100 },
      { tone: 'quiet', x: 6, y: 50, width: 4.5, height: 50 }
    ],
    []
  ])
})

test('stacked series stand on each other, and their sum decides the scale', () => {
  const { days, top } = layDayBars([series('main', 60), series('bad', 40)], {
    stacked: true,
    mirrored: false
  })
  expect(top).toBe(100)
  expect(days[0]).toEqual([
    { tone: 'main', x: 1.5, y: 40, width: 9, height: 60 },
    { tone: 'bad', x: 1.5, y: 0, width: 9, height: 40 }
  ])
})

test('a loss is drawn below the line of zero', () => {
  const { days, top, bottom, zero } = layDayBars([series('main', 5, -5)], PLAIN)
  expect([top, bottom, zero]).toEqual([5, -5, 50])
  expect(days.flat().map(({ y, height }) => [y, height])).toEqual([
    [0, 50],
    [50, 50]
  ])
})

test('the first day is on the right in a language that is read from there', () => {
  const { days } = layDayBars([series('main', 1, 2)], { stacked: false, mirrored: true })
  expect(days.map(([bar]) => bar?.x)).toEqual([SLOT + 1.5, 1.5])
})
