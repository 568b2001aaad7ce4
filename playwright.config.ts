import { defineConfig, devices } from 'playwright/test'
import { CHROMIUM_ARGS } from './scripts/chromium.ts'
import { FULL_DOSE, SAMPLED } from './tests/support/dose.ts'

const CRAWL = '**/crawl*.spec.ts'
const DESKTOP = { ...devices['Desktop Chrome'], channel: undefined }

/**
 * These specs test the keyboard, set their own window size, or check text that is the same at every
 * size. They run once, on desktop.
 */
const ANY_SIZE = [
  '**/keyboard*.spec.ts',
  '**/access*.spec.ts',
  CRAWL,
  '**/no-script.spec.ts',
  '**/languages.spec.ts',
  '**/screens.spec.ts'
]

/**
 * Selects the journeys of each project. At full dose all journeys run on both sizes, except that
 * `@desktop` and `@phone` run on their own size only. `npm test` leaves out `@all`, whose promises
 * other tests check, and runs each journey at one size: those with `@phone`, `@both` or `@each` on
 * the phone, all others on the desktop. If words select the files, those with `@each` run at both
 * sizes.
 */
const SAMPLE = SAMPLED ? /@phone|@both|@all|@each/ : /@phone|@both|@all/
const NOT_ON_DESKTOP = FULL_DOSE ? /@phone/ : SAMPLE
const NOT_ON_PHONE = FULL_DOSE ? /@desktop/ : /@desktop|@all/

/**
 * Each journey starts its own server (`startStudio`) on the database that TEST_DATABASE names, so
 * this file starts none.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/databases.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // On a busy machine a browser may be late once. `npm test` lists the journeys that needed the
  // second try.
  retries: 1,
  fullyParallel: false,
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...CHROMIUM_ARGS]
    },
    // Traces take a fifth of the total time. Pass `--trace on` to record them.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Installing a service worker in each new window takes a tenth of the total time. Journeys
    // without a network need one and allow it themselves.
    serviceWorkers: FULL_DOSE ? 'allow' : 'block'
  },
  projects: [
    // The crawl runs first, because it is the longest file. With two workers it would else end last,
    // alone.
    { name: 'crawl', testMatch: CRAWL, use: DESKTOP },
    { name: 'desktop', grepInvert: NOT_ON_DESKTOP, testIgnore: CRAWL, use: DESKTOP },
    {
      name: 'phone',
      grepInvert: NOT_ON_PHONE,
      testIgnore: ANY_SIZE,
      ...(!FULL_DOSE && { grep: /@phone|@both|@each/ }),
      // Without the phone's own scale, seven times fewer pixels are drawn. No journey looks at
      // pixels.
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1 }
    }
  ]
})
