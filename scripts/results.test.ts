import { expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  readReport,
  slowest,
  table,
  type TestReport
} from './results.ts'

const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
const REPORT: TestReport = { passed: 0, failures: [], unsteady: [], lost: [], files: 1, times: [] }
const failure = { where: 'unit a.test.ts › adds', why: 'AssertionError: 3' }

test.each([
  ['all green', { ...REPORT, passed: 3 }, 0, 3, 0],
  ['one red', { ...REPORT, passed: 2, failures: [failure] }, 1, 2, 1],
  ['a failure that nobody named', { ...REPORT, passed: 2 }, 1, 2, 1],
  ['nothing matched', REPORT, 0, 0, 0],
  ['a crash', null, 134, 0, 1],
  ['an early, clean end', null, 0, 0, 1]
])('counts Vitest: %s', (_, report, exitCode, passed, failed) => {
  expect(countVitest(report, exitCode)).toMatchObject({ passed, failed })
})

test('the failed journeys are listed with the first line of the error', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'a.spec.ts',
    line: 7,
    title,
    tests: [
      {
        status,
        results:
          message === undefined ? [{ duration: 1500 }] : [{ error: { message } }, { duration: 500 }]
      }
    ]
  })
  const suites = [
    {
      suites: [
        {
          specs: [
            spec('green', 'expected'),
            spec('red', 'unexpected', '\u001b[31m\nError: seen\u001b[0m\n  at x')
          ]
        }
      ]
    },
    { specs: [spec('at last', 'flaky', 'Error: late')] }
  ]
  const report = {
    stats: { ...stats, expected: 1, unexpected: 1, flaky: 1 },
    errors: [{ message: 'gone' }],
    suites
  }
  const { failures, unsteady, files, times } = countPlaywright(report, 1)
  expect(files).toBe(1)
  expect(times?.map(({ seconds }) => seconds)).toEqual([1.5, 0.5, 0.5])
  expect(unsteady).toEqual([{ where: 'a.spec.ts:7 › at last', why: 'Error: late' }])
  expect(failures).toEqual([
    { where: 'a.spec.ts:7 › red', why: 'Error: seen' },
    { where: 'outside of tests', why: 'gone' }
  ])
})

test.each([
  ['all green', { stats: { ...stats, expected: 4 }, errors: [] }, 0, 4, 0],
  ['one red', { stats: { ...stats, expected: 3, unexpected: 1 }, errors: [] }, 1, 3, 1],
  [
    'one that passed at the second try',
    { stats: { ...stats, expected: 3, flaky: 1 }, errors: [] },
    0,
    4,
    0
  ],
  ['an error before any test', { stats, errors: [{}] }, 1, 0, 1],
  ['a failure that no test has', { stats: { ...stats, expected: 3 }, errors: [] }, 1, 3, 1],
  ['a crash', null, 139, 0, 1]
])('counts Playwright: %s', (_, report, exitCode, passed, failed) => {
  expect(countPlaywright(report, exitCode)).toMatchObject({ passed, failed })
})

test('a missing report is read as null', () => {
  expect(readReport('/nowhere/report.json')).toBeNull()
})

test('a table aligns words left and numbers right in their columns', () => {
  expect(
    table([
      ['step', 'passed'],
      ['unit', '12'],
      ['a longer step', '3']
    ])
  ).toBe(['step           passed', 'unit               12', 'a longer step       3'].join('\n'))
})

test('the slowest tests are listed', () => {
  const times = [
    { where: 'quick', seconds: 0.2 },
    { where: 'slow', seconds: 12.34 },
    { where: 'slower', seconds: 20 }
  ]
  expect(slowest(times, 2)).toEqual([
    ['slowest 2', 'seconds'],
    ['slower', '20.0'],
    ['slow', '12.3']
  ])
})
