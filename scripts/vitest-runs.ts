import {
  countVitest,
  lostFailure,
  readReport,
  type Counts,
  type LostFile,
  type TestReport
} from './results.ts'

/**
 * One run of Vitest with these arguments, which writes its report to that file.
 * @returns its exit code
 */
export type Run = (args: readonly string[], report: string) => Promise<number>

/** More lost processes than this are no coincidence, and are not retried. */
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
  ): Promise<[TestReport | null, number]> => {
    const file = `${folder}/${name}.json`
    const code = await run(own, file)
    return [readReport<TestReport>(file), code]
  }
  const [report, code] = await once(args, 'vitest')
  if (report === null || report.lost.length === 0 || report.lost.length > MOST_LOST)
    return countVitest(report, code)
  // If nothing else failed, the lost files explain the exit code.
  let counts = countVitest({ ...report, lost: [] }, report.failures.length > 0 ? code : 0)
  for (const [index, lost] of report.lost.entries()) {
    const again = countVitest(
      ...(await once(['--project', lost.project, lost.file], `vitest-again-${index}`))
    )
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
