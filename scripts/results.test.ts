import { expect, test } from 'vitest'
import { countPlaywright, countVitest, readReport, table } from './results.ts'

const file = (status: string, tests: number) => ({ name: 'x.test.ts', status, assertionResults: Array.from({ length: tests }) })

test.each([
  ['all green', { numPassedTests: 3, numFailedTests: 0, testResults: [file('passed', 3)] }, 0, 3, 0],
  ['one red', { numPassedTests: 2, numFailedTests: 1, testResults: [file('failed', 3)] }, 1, 2, 1],
  ['a file that does not load', { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 2), file('failed', 0)] }, 1, 2, 1],
  ['an error outside of tests', { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 2)] }, 1, 2, 1],
  ['nothing matched', { numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0, 0, 0],
  ['a crash', null, 134, 0, 1],
  ['an early, clean end', null, 0, 0, 1]
])('counts Vitest: %s', (_, report, exitCode, passed, failed) => {
  expect(countVitest(report, exitCode)).toMatchObject({ passed, failed })
})

const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

test.each([
  ['all green', { stats: { ...stats, expected: 4 }, errors: [] }, 0, 4, 0],
  ['one red', { stats: { ...stats, expected: 3, unexpected: 1 }, errors: [] }, 1, 3, 1],
  ['one that passed at the second try', { stats: { ...stats, expected: 3, flaky: 1 }, errors: [] }, 0, 3, 1],
  ['an error before any test', { stats, errors: [{}] }, 1, 0, 1],
  ['a failure that no test has', { stats: { ...stats, expected: 3 }, errors: [] }, 1, 3, 1],
  ['a crash', null, 139, 0, 1]
])('counts Playwright: %s', (_, report, exitCode, passed, failed) => {
  expect(countPlaywright(report, exitCode)).toMatchObject({ passed, failed })
})

test('a report that is not there is none', () => {
  expect(readReport('/nowhere/report.json')).toBeNull()
})

test('sets words at the start and numbers at the end of their columns', () => {
  expect(
    table([
      ['step', 'passed'],
      ['unit', '12'],
      ['a longer step', '3']
    ])
  ).toBe(['step           passed', 'unit               12', 'a longer step       3'].join('\n'))
})
