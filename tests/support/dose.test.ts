import { expect, test } from 'vitest'
import { doseOf, FULL_DOSE } from './dose.ts'

const cases = Array.from({ length: 100 }, (_, index) => index)

test('full dose is all cases; else the same few for the same seed, in their order', () => {
  const chosen = doseOf(cases, 10, 7)
  expect(chosen).toEqual(FULL_DOSE ? cases : doseOf(cases, 10, 7))
  expect(chosen).toHaveLength(FULL_DOSE ? 100 : 10)
  expect(chosen).toEqual(chosen.toSorted((one, other) => one - other))
  expect(doseOf(cases, 10, 8)).not.toEqual(FULL_DOSE ? [] : chosen)
})

test('fewer cases than the dose are all taken', () => {
  expect(doseOf([1, 2], 3)).toEqual([1, 2])
})

// `tests/commands.test.ts` counts these by `npm test` and by `npm run test:all`.
test.each(doseOf(['first', 'second'], 1))('the %s of two cases is run', name => {
  expect(['first', 'second']).toContain(name)
})
