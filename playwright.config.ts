import { defineConfig, devices } from 'playwright/test'
import { CHROMIUM_ARGS } from './scripts/chromium.ts'
import { FULL_DOSE } from './tests/support/dose.ts'

const CRAWL = '**/crawl*.spec.ts'
const DESKTOP = { ...devices['Desktop Chrome'], channel: undefined }

/** Keys, sizes of their own, and words that are the same at any size: they run once. */
const ANY_SIZE = ['**/keyboard*.spec.ts', '**/access*.spec.ts', CRAWL, '**/no-script.spec.ts', '**/languages.spec.ts', '**/screens.spec.ts']

/**
 * Which journeys run where. At full dose: all on both sizes, but `@desktop` and `@phone` on theirs alone. `npm test` leaves
 * out `@all`, whose promises other tests keep, and on a phone runs what has that tag or `@both`.
 */
const NOT_ON_DESKTOP = FULL_DOSE ? /@phone/ : /@phone|@all/
const NOT_ON_PHONE = FULL_DOSE ? /@desktop/ : /@desktop|@all/

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
  // A third uses what two leave of two cores while they wait for a page.
  workers: 3,
  fullyParallel: false,
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...CHROMIUM_ARGS]
    },
    // A trace of each takes a fifth of the whole time: ask for one with `--trace on`.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // A worker that is installed for each new window takes a tenth of the whole time; journeys without a network have one.
    serviceWorkers: FULL_DOSE ? 'allow' : 'block'
  },
  projects: [
    // First, since it takes one worker longest: at the end it would run alone.
    { name: 'crawl', testMatch: CRAWL, use: DESKTOP },
    { name: 'desktop', grepInvert: NOT_ON_DESKTOP, testIgnore: CRAWL, use: DESKTOP },
    {
      name: 'phone',
      grepInvert: NOT_ON_PHONE,
      testIgnore: ANY_SIZE,
      ...(!FULL_DOSE && { grep: /@phone|@both/ }),
      // Seven times fewer dots to draw: no journey looks at them.
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1 }
    }
  ]
})
