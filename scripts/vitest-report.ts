import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import {
  firstLine,
  type Failure,
  type LostFile,
  type TestReport,
  type TestTime
} from './results.ts'

type Told = { message: string; cause?: Told }

const ended = new Set(['passed', 'failed', 'skipped'])

/** The error of a dead worker hides the reason in its causes, so they are added. */
const told = ({ message, cause }: Told): string =>
  cause ? `${firstLine(message)} ${told(cause)}` : firstLine(message)

const where = (file: TestModule, name: string): string =>
  `${file.project.name} ${file.relativeModuleId} › ${name}`
const reason = (test: TestCase): string => firstLine(test.result().errors?.[0]?.message)

/** Lists the tests that failed first and passed on retry. */
const unsteadyOf = (file: TestModule): Failure[] =>
  [...file.children.allTests('passed')]
    .filter(test => test.diagnostic()?.flaky)
    .map(test => ({ where: where(file, test.fullName), why: reason(test) }))

function testTimes(file: TestModule): TestTime[] {
  return [...file.children.allTests()].map(test => ({
    where: where(file, test.fullName),
    seconds: (test.diagnostic()?.duration ?? 0) / 1000
  }))
}

/** Lists failed tests, failed groups of tests and errors outside of tests. */
function failuresOf(file: TestModule): Failure[] {
  const tests = [...file.children.allTests('failed')].map(test => ({
    where: where(file, test.fullName),
    why: reason(test)
  }))
  const groups = [...file.children.allSuites()].flatMap(group =>
    group.errors().map(error => ({
      where: where(file, `before or after ${group.fullName}`),
      why: firstLine(error.message)
    }))
  )
  const outside = file
    .errors()
    .map(error => ({ where: where(file, 'outside of its tests'), why: firstLine(error.message) }))
  return [...tests, ...groups, ...outside]
}

/** Checks whether the process of a test file died before the file was finished. */
function isLost(file: TestModule): boolean {
  return (
    !ended.has(file.state()) ||
    [...file.children.allTests()].some(test => !ended.has(test.result().state))
  )
}

/**
 * Describes a file whose process died.
 * @param errors outside of tests; one of them names the file and the reason
 */
function lostOf(file: TestModule, errors: readonly string[]): LostFile {
  const { relativeModuleId, project } = file
  const why =
    errors.find(error => error.includes(relativeModuleId)) ?? 'some of its tests were never run'
  return { project: project.name, file: relativeModuleId, why }
}

/** Writes a {@link TestReport} to a file. Vitest's own JSON omits errors outside of tests. */
export class Report implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly Told[]): void {
    const whole = files.filter(file => !isLost(file))
    const outside = errors.map(told)
    const lost = files.filter(isLost).map(file => lostOf(file, outside))
    const unhandled = outside
      .filter(why => !lost.some(file => file.why === why))
      .map(why => ({ where: 'outside of tests', why }))
    const passed = whole.reduce(
      (sum, file) => sum + [...file.children.allTests('passed')].length,
      0
    )
    const failures = [...whole.flatMap(failuresOf), ...unhandled]
    const unsteady = whole.flatMap(unsteadyOf)
    const times = whole.flatMap(testTimes)
    const report: TestReport = { passed, failures, unsteady, lost, files: files.length, times }
    writeFileSync(this.#file, JSON.stringify(report))
  }
}
