import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Number of tests of one part that passed and failed, and the failed ones. `unsteady` lists tests
 * that passed only at the second attempt: each needs a fix. `note` adds what the numbers cannot
 * say.
 */
export type Counts = {
  passed: number
  failed: number
  failures?: readonly Failure[]
  unsteady?: readonly Failure[]
  files?: number
  times?: readonly TestTime[]
  note?: string
}

/** The duration of one test in seconds. */
export type TestTime = { where: string; seconds: number }

/** A failed test, in as few words as identify it. */
export type Failure = { where: string; why: string }

/**
 * The report that `vitest-report.ts` writes. Files whose process died are listed apart, and none of
 * their tests counts.
 */
export type TestReport = {
  passed: number
  failures: readonly Failure[]
  unsteady: readonly Failure[]
  lost: readonly LostFile[]
  /** Number of test files that ran. */
  files: number
  times: readonly TestTime[]
}

export type LostFile = { project: string; file: string; why: string }

type PlaywrightSuite = {
  suites?: readonly PlaywrightSuite[]
  specs?: readonly { file: string; line: number; title: string; tests: readonly PlaywrightTest[] }[]
}
type PlaywrightTest = {
  status: string
  results: readonly { error?: { message?: string }; duration?: number }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: readonly { message?: string }[]
  suites?: readonly PlaywrightSuite[]
}

function withStatus(status: string, { suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(test => test.status === status)
      .map(test => ({
        where: `${file}:${line} › ${title}`,
        why: firstLine(test.results.find(result => result.error)?.error?.message)
      }))
  )
  return [...own, ...suites.flatMap(suite => withStatus(status, suite))]
}

function playwrightTimes({ suites = [], specs = [] }: PlaywrightSuite): TestTime[] {
  const own = specs.map(({ file, line, title, tests }) => {
    const milliseconds = tests.flatMap(({ results }) => results.map(({ duration = 0 }) => duration))
    return {
      where: `${file}:${line} › ${title}`,
      seconds: milliseconds.reduce((sum, each) => sum + each, 0) / 1000
    }
  })
  return [...own, ...suites.flatMap(playwrightTimes)]
}

/**
 * Counts the tests of a Vitest report.
 * @param said what the runner wrote to standard error. It is the only trace of an error that
 *   happens after the report is written, for example while databases are removed.
 */
export function countVitest(report: TestReport | null, exitCode: number, said = ''): Counts {
  if (report === null) return crashed(exitCode)
  const { passed, unsteady, lost, files, times } = report
  const failures = [...report.failures, ...lost.map(lostFailure)]
  if (exitCode !== 0 && failures.length === 0 && said.trim() !== '')
    failures.push({ where: 'after all tests', why: inOneLine(said) })
  return atLeastOne({ passed, failed: failures.length, failures, unsteady, files, times }, exitCode)
}

/** Describes a test file whose process died as a failure. */
export function lostFailure({ project, file, why }: LostFile): Failure {
  return { where: `${project} ${file} › its end`, why }
}

/** Counts the tests of a Playwright report. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Counts {
  if (report === null) return crashed(exitCode)
  const { expected, unexpected, flaky, skipped } = report.stats
  const outside = report.errors.map(error => ({
    where: 'outside of tests',
    why: firstLine(error.message)
  }))
  const failures = [...withStatus('unexpected', report), ...outside]
  const times = playwrightTimes(report)
  const counts: Counts = {
    files: new Set(times.map(({ where }) => where.split(':', 1)[0])).size,
    times,
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    failures,
    unsteady: withStatus('flaky', report)
  }
  return atLeastOne(skipped > 0 ? { ...counts, note: `${skipped} not run` } : counts, exitCode)
}

/** Returns the first line of a message that is not blank, without terminal colours. */
export function firstLine(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return lines.find(line => line.trim() !== '')?.trim() ?? 'no message'
}

/** Returns the last lines of a runner's output as one line without terminal colours. */
function inOneLine(said: string): string {
  const lines = stripVTControlCharacters(said).split('\n')
  return lines
    .map(line => line.trim())
    .filter(line => line !== '')
    .slice(-12)
    .join(' | ')
}

/** Counts a child that ended without results as one failure. */
export function crashed(exitCode: number): Counts {
  return { passed: 0, failed: 1, note: `ended with ${exitCode} and without results` }
}

/**
 * If the runner's exit code says failure, at least one failure counts, whatever the report says.
 */
function atLeastOne(counts: Counts, exitCode: number): Counts {
  return exitCode === 0 || counts.failed > 0
    ? counts
    : { ...counts, failed: 1, note: `ended with ${exitCode} though no test failed` }
}

/**
 * Reads the report that a test runner wrote. The caller names its type.
 * @returns null if the runner did not write a complete report
 */
export function readReport<T>(file: string): T | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

/** Formats rows as lines, each column as wide as its widest word; numbers are aligned right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => row[column]?.length ?? 0))
  )
  const cell = (word: string, column: number): string => {
    const width = widths[column] ?? 0
    return /^[\d.,]+( \w+)?$/.test(word) ? word.padStart(width) : word.padEnd(width)
  }
  return rows.map(row => row.map(cell).join('  ').trimEnd()).join('\n')
}

/**
 * Picks the tests that took longest.
 * @returns rows for {@link table}
 */
export function slowest(times: readonly TestTime[], most = 15): string[][] {
  const longest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, most)
  return [
    [`slowest ${longest.length}`, 'seconds'],
    ...longest.map(({ where, seconds }) => [where, seconds.toFixed(1)])
  ]
}
