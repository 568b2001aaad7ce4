import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * How many tests of one part passed and failed, and which failed. `unsteady` names tests that passed only at their
 * second try: each waits for a repair. `note` says what the numbers cannot.
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

/** How long one test took, in seconds. */
export type TestTime = { where: string; seconds: number }

/** What did not pass, in as few words as find it again. */
export type Failure = { where: string; why: string }

/** What `vitest-report.ts` writes. Files whose process died are apart: none of their tests counts. */
export type TestReport = {
  passed: number
  failures: readonly Failure[]
  unsteady: readonly Failure[]
  lost: readonly LostFile[]
  /** How many files were run. */
  files: number
  times: readonly TestTime[]
}

export type LostFile = { project: string; file: string; why: string }

type PlaywrightSuite = {
  suites?: readonly PlaywrightSuite[]
  specs?: readonly { file: string; line: number; title: string; tests: readonly PlaywrightTest[] }[]
}
type PlaywrightTest = { status: string; results: readonly { error?: { message?: string }; duration?: number }[] }

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: readonly { message?: string }[]
  suites?: readonly PlaywrightSuite[]
}

function withStatus(status: string, { suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(test => test.status === status)
      .map(test => ({ where: `${file}:${line} › ${title}`, why: firstLine(test.results.find(result => result.error)?.error?.message) }))
  )
  return [...own, ...suites.flatMap(suite => withStatus(status, suite))]
}

function playwrightTimes({ suites = [], specs = [] }: PlaywrightSuite): TestTime[] {
  const own = specs.map(({ file, line, title, tests }) => {
    const milliseconds = tests.flatMap(({ results }) => results.map(({ duration = 0 }) => duration))
    return { where: `${file}:${line} › ${title}`, seconds: milliseconds.reduce((sum, each) => sum + each, 0) / 1000 }
  })
  return [...own, ...suites.flatMap(playwrightTimes)]
}

/** Counts a report of Vitest. */
export function countVitest(report: TestReport | null, exitCode: number): Counts {
  if (report === null) return crashed(exitCode)
  const { passed, unsteady, lost, files, times } = report
  const failures = [...report.failures, ...lost.map(lostFailure)]
  return atLeastOne({ passed, failed: failures.length, failures, unsteady, files, times }, exitCode)
}

/** @returns how a file that lost its process is told of */
export function lostFailure({ project, file, why }: LostFile): Failure {
  return { where: `${project} ${file} › its end`, why }
}

/** Counts a report of Playwright. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Counts {
  if (report === null) return crashed(exitCode)
  const { expected, unexpected, flaky, skipped } = report.stats
  const outside = report.errors.map(error => ({ where: 'outside of tests', why: firstLine(error.message) }))
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

/** The line of a message that says most, without a terminal's colours. */
export function firstLine(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return lines.find(line => line.trim() !== '')?.trim() ?? 'no message'
}

/** A child that ended without results. */
export function crashed(exitCode: number): Counts {
  return { passed: 0, failed: 1, note: `ended with ${exitCode} and without results` }
}

/** A runner that says it failed is believed, whatever its report counts. */
function atLeastOne(counts: Counts, exitCode: number): Counts {
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1, note: `ended with ${exitCode} though no test failed` }
}

/** @returns null when the runner did not write a whole report. The caller names the shape that its runner writes. */
export function readReport<T>(file: string): T | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

/** Rows of words as lines, each column as wide as its widest word; numbers stand at the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const cell = (word: string, column: number): string => {
    const width = widths[column] ?? 0
    return /^[\d.,]+( \w+)?$/.test(word) ? word.padStart(width) : word.padEnd(width)
  }
  return rows.map(row => row.map(cell).join('  ').trimEnd()).join('\n')
}

/** @returns the tests that took longest, as rows of a {@link table} */
export function slowest(times: readonly TestTime[], most = 15): string[][] {
  const longest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, most)
  return [[`slowest ${longest.length}`, 'seconds'], ...longest.map(({ where, seconds }) => [where, seconds.toFixed(1)])]
}
