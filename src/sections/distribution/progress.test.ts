import { expect, test } from 'vitest'
import { inviteLevelProgress } from '#sections/distribution/progress.ts'

const level = (number: number, threshold: number) => ({
  id: String(number),
  level: number,
  title: '',
  threshold,
  percentage: 10,
  created_at: '2026-01-01T00:00:00.000Z'
})

test.each([
  ['at the very beginning', 0, level(1, 0), level(2, 100), { done: 0, whole: 100, missing: 100 }],
  [
    'on the way, to the cent',
    130.15,
    level(2, 100),
    level(3, 1000),
    { done: 30.15, whole: 900, missing: 869.85 }
  ],
  ['at the top there is no way left, and no NaN', 12_000, level(4, 10_000), null, null],
  ['below the first level', 1, null, level(1, 5), { done: 1, whole: 5, missing: 4 }],
  [
    'where a threshold was moved below what was paid',
    150,
    level(1, 0),
    level(2, 100),
    { done: 100, whole: 100, missing: 0 }
  ]
])('%s', (_, price, own, next, progress) => {
  expect(inviteLevelProgress({ price, level: own, next_level: next })).toEqual(progress)
})
