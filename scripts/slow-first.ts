import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Takes more than a minute, most of it in processes that it starts. */
const SLOW = 'tests/commands.test.ts'

/** Starts the slowest file first, which would otherwise run alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [slow, others] = [true, false].map(isSlow =>
      files.filter(({ moduleId }) => moduleId.endsWith(SLOW) === isSlow)
    )
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer
    return [...(slow ?? []), ...(await super.sort(others ?? []))]
  }
}
