import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { Report } from './scripts/vitest-report.ts'
import { BOTH_DATABASES } from './tests/support/both-databases.ts'
import { FULL_DOSE } from './tests/support/dose.ts'
import { siteStrings } from './tests/support/site-strings.ts'

/** What React and the browser's stores need a document for. */
const DOM = ['src/**/*.test.tsx', 'src/{stores,client,ui,islands}/**/*.test.ts', 'src/sections/**/*.browser.test.ts']
/** Tests that use a database. All of them run on SQLite, and on PostgreSQL those that could differ there. */
const STORED = ['src/servers/**/*.test.ts', 'tests/http/**/*.test.ts']

/** Where `npm test` wants to read what passed. */
const report = process.env['TEST_REPORT']

// On a machine that others load, a clock or a process may be late once; `npm test` names what needed the second try.
const retry = report === undefined ? 0 : 1
const shared = { retry, testTimeout: 60_000, hookTimeout: 60_000, restoreMocks: true, unstubAllEnvs: true, unstubAllGlobals: true }

function onDatabase(kind: 'sqlite' | 'postgres') {
  // Each file has studios of its own; to load the servers anew for each would take a fifth of the time.
  return {
    plugins: [siteStrings],
    test: {
      ...shared,
      name: kind,
      environment: 'node',
      include: kind === 'sqlite' || FULL_DOSE ? STORED : BOTH_DATABASES,
      env: { TEST_DATABASE: kind },
      isolate: false,
      setupFiles: ['tests/support/quick-hash.ts', 'tests/support/light-media.ts'],
      ...(kind === 'postgres' && { globalSetup: 'tests/support/databases.ts' })
    }
  }
}

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', new Report(report)],
    // One more than there are cores: tests that wait leave a fifth of them idle. The runner itself would leave one core free.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [siteStrings],
        test: {
          ...shared,
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/support/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...DOM, ...STORED]
        }
      },
      {
        plugins: [siteStrings],
        test: { ...shared, name: 'dom', environment: 'happy-dom', include: DOM, setupFiles: 'tests/support/dom.ts' }
      },
      onDatabase('sqlite'),
      onDatabase('postgres')
    ]
  }
})
