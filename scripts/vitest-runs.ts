import {
  countVitest,
  lostFailure,
  readReport,
  type Counts,
  type LostFile,
  type TestReport
} from './results.ts'

/** Runs Vitest with `args`. The reporter writes its report to the file `report`. */
export type Run = (args: readonly string[], report: string) => Promise<RunEnd>

/** Exit code of a run and the end of its standard error. */
export type RunEnd = { code: number; said: string }

/** If more processes than this die, it is no coincidence, and no file is retried. */
const MOST_LOST = 3

/**
 * Counts a run of Vitest. A file whose process died runs once more alone. If it passes then, it is
 * listed among the tests that needed a second attempt.
 * @param folder where reports may be left
 */
export async function vitestCounts(
  run: Run,
  args: readonly string[],
  folder: string
): Promise<Counts> {
  const once = async (
    own: readonly string[],
    name: string
  ): Promise<[TestReport | null, RunEnd]> => {
    const file = `${folder}/${name}.json`
    const end = await run(own, file)
    return [readReport<TestReport>(file), end]
  }
  const [report, end] = await once(args, 'vitest')
  if (report === null || report.lost.length === 0 || report.lost.length > MOST_LOST)
    return countVitest(report, end.code, end.said)
  // If nothing else failed, the lost files explain the exit code.
  let counts = countVitest({ ...report, lost: [] }, report.failures.length > 0 ? end.code : 0)
  for (const [index, lost] of report.lost.entries()) {
    const [own, { code, said }] = await once(
      ['--project', lost.project, lost.file],
      `vitest-again-${index}`
    )
    const again = countVitest(own, code, said)
    counts = sum(counts, again, lost)
  }
  return counts
}

function sum(first: Counts, again: Counts, lost: LostFile): Counts {
  const died = again.failed === 0 ? [lostFailure(lost)] : []
  return {
    passed: first.passed + again.passed,
    failed: first.failed + again.failed,
    failures: [...(first.failures ?? []), ...(again.failures ?? [])],
    unsteady: [...(first.unsteady ?? []), ...(again.unsteady ?? []), ...died],
    files: first.files ?? 0,
    times: [...(first.times ?? []), ...(again.times ?? [])]
  }
}
