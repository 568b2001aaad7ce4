/**
 * Test files that a run without words leaves out, unless it is `npm run test:all`. They take long,
 * and check tools of developers and operators, or check in every case what `npm test` checks in
 * one case elsewhere.
 */
export const FULL_DOSE_FILES = [
  // Runs Vitest itself again and again.
  'scripts/vitest-report.test.ts',
  // Makes every answer that the documentation prints. `printed.test.ts` compares one.
  'tests/answers.test.ts',
  // Counts bytes after thousands of calls.
  'tests/http/memory.test.ts',
  // Sends 99 MB. `uploads-resumable.test.ts` sends less.
  'tests/http/uploads-cut.test.ts',
  // Runs every command of the operating guide in a release.
  'tests/operate-docs.test.ts',
  // Follows the recipe for a service in a copy of the project.
  'tests/recipes.test.ts',
  // Breaks lines of the engines. `simulation.test.ts` runs the simulation itself.
  'tests/simulation-mutants.test.ts',
  // Compiles programs that use a generated client. `typed-client.test.ts` in `http` runs one.
  'tests/typed-client.test.ts'
]
