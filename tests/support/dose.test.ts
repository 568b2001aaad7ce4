import { expect, test, vi } from 'vitest'
import { doseOf, FULL_DOSE, shareOf } from './dose.ts'

const cases = Array.from({ length: 100 }, (_, index) => index)

test('the full dose takes all cases; otherwise the same seed picks the same few, in order', () => {
  const chosen = doseOf(cases, 10, 7)
  expect(chosen).toEqual(FULL_DOSE ? cases : doseOf(cases, 10, 7))
  expect(chosen).toHaveLength(FULL_DOSE ? 100 : 10)
  expect(chosen).toEqual(chosen.toSorted((one, other) => one - other))
  expect(doseOf(cases, 10, 8)).not.toEqual(FULL_DOSE ? [] : chosen)
})

test('all cases are taken if there are fewer than the dose', () => {
  expect(doseOf([1, 2], 3)).toEqual([1, 2])
})

test.each([
  ['sqlite', [0, 2]],
  ['postgres', [1]]
])('%s gets its share of the cases, or all at full dose', (kind, share) => {
  vi.stubEnv('TEST_DATABASE', kind)
  expect(shareOf([0, 1, 2])).toEqual(FULL_DOSE ? [0, 1, 2] : share)
})

// `tests/commands.test.ts` counts these tests under `npm test` and `npm run test:all`.
test.each(doseOf(['first', 'second'], 1))('runs the %s of two cases', name => {
  expect(['first', 'second']).toContain(name)
})
