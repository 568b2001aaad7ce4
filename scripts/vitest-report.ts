import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { firstLine, type Failure, type TestReport } from './results.ts'

type Told = { message: string; cause?: Told }

const ended = new Set(['passed', 'failed', 'skipped'])

/** A worker that died is told of by its cause alone. */
const told = ({ message, cause }: Told): string => (cause ? `${firstLine(message)} ${told(cause)}` : firstLine(message))

/** A test that failed, an error outside of tests, or a file whose worker ended before it did. */
function failuresOf(file: TestModule): Failure[] {
  const where = (name: string): string => `${file.project.name} ${file.relativeModuleId} › ${name}`
  const tests = [...file.children.allTests('failed')].map(test => ({
    where: where(test.fullName),
    why: firstLine(test.result().errors?.[0]?.message)
  }))
  const outside = file.errors().map(error => ({ where: where('outside of its tests'), why: firstLine(error.message) }))
  const unfinished = [...file.children.allTests()].filter(test => !ended.has(test.result().state)).length
  const lost = unfinished > 0 || !ended.has(file.state())
  return [...tests, ...outside, ...(lost ? [{ where: where('its end'), why: `${unfinished} of its tests were never run` }] : [])]
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
    const report: TestReport = { passed, failures: [...files.flatMap(failuresOf), ...unhandled] }
    writeFileSync(this.#file, JSON.stringify(report))
  }
}
