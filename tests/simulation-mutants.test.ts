import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL_DOSE } from './support/dose.ts'
import { MUTANTS, type Mutant } from './support/simulation/mutants.ts'
import { createWholeProject } from './support/small-project.ts'

/** Seeds within which the simulation must notice a broken line. */
const SEEDS = '100'

const ROOT = join(import.meta.dirname, '..')

function changed({ file, from, to }: Mutant): string {
  const parts = readFileSync(join(ROOT, file), 'utf8').split(from)
  expect(parts, `${file} has this line once`).toHaveLength(2)
  return parts.join(to)
}

test.each(MUTANTS)('there is a line for: $breaks', mutant => {
  expect(changed(mutant)).not.toBe(readFileSync(join(ROOT, mutant.file), 'utf8'))
})

/** All of them take ten minutes, so `npm test` breaks only the first, which shows at once. */
const BROKEN = FULL_DOSE ? MUTANTS : MUTANTS.slice(0, 1)

describe('the simulation', () => {
  let project: ReturnType<typeof createWholeProject>
  beforeAll(() => {
    project = createWholeProject()
  })
  afterAll(() => project.remove())

  test.each(BROKEN)(
    'notices when this is broken: $breaks',
    { timeout: 1_200_000 },
    async mutant => {
      const path = join(project.folder, mutant.file)
      writeFileSync(path, changed(mutant))
      const run = promisify(execFile)(process.execPath, ['scripts/simulate.ts', '--seeds', SEEDS], {
        cwd: project.folder,
        env: { ...process.env, NODE_ENV: 'production' },
        maxBuffer: 2 ** 26
      })
      const { stdout } = await run.catch((error: { stdout: string }) => error)
      writeFileSync(path, readFileSync(join(ROOT, mutant.file)))
      expect(stdout).toMatch(/^seed \d+ is broken at step \d+:\n  \S/m)
    }
  )
})
