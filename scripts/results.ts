import { existsSync, readFileSync } from 'node:fs'

/** How many tests of one step passed and failed. A note says what the numbers cannot. */
export type Counts = { passed: number; failed: number; note?: string }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly { name: string; status: string; assertionResults: readonly unknown[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: readonly unknown[]
}

/** Counts a report of Vitest. A file that could not even be loaded is a failure, so is an error outside of any test. */
export function countVitest(report: VitestReport | null, exitCode: number): Counts {
  if (report === null) return crashed(exitCode)
  const unloaded = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return atLeastOne({ passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }, exitCode)
}

/** Counts a report of Playwright. A test that passed only when tried again has failed. */
export function countPlaywright(report: PlaywrightReport | null, exitCode: number): Counts {
  if (report === null) return crashed(exitCode)
  const { expected, unexpected, flaky, skipped } = report.stats
  const counts: Counts = { passed: expected, failed: unexpected + flaky + report.errors.length }
  return atLeastOne(skipped > 0 ? { ...counts, note: `${skipped} not run` } : counts, exitCode)
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
