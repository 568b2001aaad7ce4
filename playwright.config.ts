import { defineConfig, devices } from 'playwright/test'
import { CHROMIUM_ARGS } from './scripts/chromium.ts'
import { FULL_DOSE } from './tests/support/dose.ts'

/** Keys, sizes of their own, and words that are the same at any size: they run once. */
const ANY_SIZE = [
  '**/keyboard*.spec.ts',
  '**/access*.spec.ts',
  '**/crawl*.spec.ts',
  '**/no-script.spec.ts',
  '**/languages.spec.ts',
  '**/screens.spec.ts'
]

/** Journeys that `npm test` takes on a phone as well: `npm run test:all` takes all but {@link ANY_SIZE}. */
const ON_PHONES = [
  'main-job',
  'composer',
  'conversations',
  'console',
  'guest',
  'login',
  'phone',
  'share',
  'tool',
  'tool-upload',
  'welcome'
].map(name => `**/${name}.spec.ts`)

/** Each journey starts a server of its own (`startStudio`), on the database that TEST_DATABASE names: there is none to start here. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/databases.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // On a machine that others load, a browser may be late once; `npm test` names what needed the second try.
  retries: 1,
  workers: 2,
  fullyParallel: false,
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...CHROMIUM_ARGS]
    },
    // A trace of each takes a fifth of the whole time: ask for one with `--trace on`.
    screenshot: 'only-on-failure'
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { ...devices['Desktop Chrome'], channel: undefined } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: ANY_SIZE,
      ...(!FULL_DOSE && { testMatch: ON_PHONES }),
      use: devices['Pixel 7']
    }
  ]
})
