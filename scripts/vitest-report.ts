import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { firstLine, type Failure, type TestReport } from './results.ts'

type Told = { message: string; cause?: Told }

const ended = new Set(['passed', 'failed', 'skipped'])

/** A worker that died is told of by its cause alone. */
const told = ({ message, cause }: Told): string => (cause ? `${firstLine(message)} ${told(cause)}` : firstLine(message))

const where = (file: TestModule, name: string): string => `${file.project.name} ${file.relativeModuleId} › ${name}`
const why = (test: TestCase): string => firstLine(test.result().errors?.[0]?.message)

/** What failed first and passed then. */
const unsteadyOf = (file: TestModule): Failure[] =>
  [...file.children.allTests('passed')]
    .filter(test => test.diagnostic()?.flaky)
    .map(test => ({ where: where(file, test.fullName), why: why(test) }))

/** A test that failed, an error outside of tests, or a file whose worker ended before it did. */
function failuresOf(file: TestModule): Failure[] {
  const tests = [...file.children.allTests('failed')].map(test => ({ where: where(file, test.fullName), why: why(test) }))
  const outside = file.errors().map(error => ({ where: where(file, 'outside of its tests'), why: firstLine(error.message) }))
  const unfinished = [...file.children.allTests()].filter(test => !ended.has(test.result().state)).length
  const lost = unfinished > 0 || !ended.has(file.state())
  return [...tests, ...outside, ...(lost ? [{ where: where(file, 'its end'), why: `${unfinished} of its tests were never run` }] : [])]
}

/** Writes what {@link TestReport} says to a file; Vitest's own JSON says nothing of errors outside of tests. */
export class Report implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly Told[]): void {
    const passed = files.reduce((sum, file) => sum + [...file.children.allTests('passed')].length, 0)
    const unhandled = errors.map(error => ({ where: 'outside of tests', why: told(error) }))
    const report: TestReport = { passed, failures: [...files.flatMap(failuresOf), ...unhandled], unsteady: files.flatMap(unsteadyOf) }
    writeFileSync(this.#file, JSON.stringify(report))
  }
}
