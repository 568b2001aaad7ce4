import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/slow-first.ts'
import { Report } from './scripts/vitest-report.ts'
import { BOTH_DATABASES } from './tests/support/both-databases.ts'
import { FULL_DOSE, SAMPLED } from './tests/support/dose.ts'
import { FULL_DOSE_FILES } from './tests/support/full-dose-files.ts'
import { siteStrings } from './tests/support/site-strings.ts'

/** Tests of React components and browser stores, which need a document. */
const DOM = [
  'src/**/*.test.tsx',
  'src/{stores,client,ui,islands}/**/*.test.ts',
  'src/sections/**/*.browser.test.ts'
]
const documents = globSync(DOM, { cwd: import.meta.dirname })
const MOCKING = documents.filter(file =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock(')
)
const SHARED = documents.filter(file => !MOCKING.includes(file))
/**
 * Tests that use a database. All of them run on SQLite. Those that may behave differently on
 * PostgreSQL run on PostgreSQL too.
 */
const STORED = ['src/servers/**/*.test.ts', 'tests/http/**/*.test.ts']

/** Replaces the built hub. `npm run test:all` runs it alone, when all other tests have ended. */
const ALONE = 'tests/rebuild.test.ts'

/** Files that no project runs. */
const LEFT_OUT = [...configDefaults.exclude, ...(SAMPLED ? FULL_DOSE_FILES : [])]

const PATIENCE = 'tests/support/patience.ts'

/** The file in which `npm test` reads the results. */
const report = process.env['TEST_REPORT']

// On a busy machine a clock or a process may be late once. `npm test` lists the tests that needed
// the second try.
const retry = report === undefined ? 0 : 1
const shared = {
  retry,
  // The slowest tests take 15 seconds, and many times as long where processors are shared.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Vitest's default is one second, which is too short on a busy machine.
  expect: { poll: { timeout: 10_000 } },
  restoreMocks: true,
  unstubAllEnvs: true,
  unstubAllGlobals: true
}

/**
 * Creating a document for each file takes half of the time. Only files that replace modules need
 * their own document.
 */
function inDocument(name: string, include: string[], isolate: boolean) {
  return {
    plugins: [siteStrings],
    test: {
      ...shared,
      name,
      environment: 'happy-dom',
      include,
      isolate,
      setupFiles: [PATIENCE, 'tests/support/dom.ts']
    }
  }
}

function onDatabase(kind: 'sqlite' | 'postgres') {
  // Each file starts its own studios, so files need no isolation. Loading the servers again for
  // each file would take a fifth of the time.
  return {
    plugins: [siteStrings],
    test: {
      ...shared,
      name: kind,
      environment: 'node',
      include: kind === 'sqlite' || FULL_DOSE ? STORED : BOTH_DATABASES,
      exclude: LEFT_OUT,
      env: { TEST_DATABASE: kind },
      isolate: false,
      setupFiles: [PATIENCE, 'tests/support/quick-hash.ts', 'tests/support/light-media.ts'],
      ...(kind === 'postgres' && { globalSetup: 'tests/support/databases.ts' })
    }
  }
}

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', new Report(report)],
    sequence: { sequencer: SlowFirst },
    // Tests wait for processes of their own, so one worker more than cores keeps all cores busy. Each
    // further worker loads the servers once more and uses more processor time than it fills. By
    // default Vitest would leave one core free.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [siteStrings],
        test: {
          ...shared,
          name: 'unit',
          environment: 'node',
          isolate: false,
          setupFiles: PATIENCE,
          include: [
            'src/**/*.test.ts',
            'tests/*.test.ts',
            'tests/support/**/*.test.ts',
            'scripts/**/*.test.ts'
          ],
          exclude: [
            ...LEFT_OUT,
            ...DOM,
            ...STORED,
            ...(process.env['TEST_ALONE'] === undefined ? [ALONE] : [])
          ]
        }
      },
      inDocument('dom', MOCKING, true),
      inDocument('dom-shared', SHARED, false),
      onDatabase('sqlite'),
      onDatabase('postgres')
    ]
  }
})
