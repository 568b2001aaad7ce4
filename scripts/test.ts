// `npm test`: runs one case for each promise and ends with one line of numbers. `npm run test:all`
// (`--all`) runs everything at full dose. Words after `--` select the test files whose path
// contains one of them: `npm test -- sites`.
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBareRoot } from './bare-root.ts'
import { ensureBuilt } from './build.ts'
import { bundle } from './bundle.ts'
import { endOnSignals, SMALL_YOUNG_SPACE, runKeeping } from './child.ts'
import { ensureChromium, withoutWindow } from './chromium.ts'
import { memoryFolder } from './memory-folder.ts'
import { ensureOpenssl, ensureProgram } from './proxies.ts'
import { ensureRequests } from './python.ts'
import { TEST_PROGRAMS } from '../tests/support/test-programs.ts'
import { startPostgres, type PrivatePostgres } from './postgres.ts'
import {
  countPlaywright,
  readReport,
  slowest,
  table,
  type Counts,
  type Failure,
  type TestTime
} from './results.ts'
import { vitestCounts, type Run, type RunEnd } from './vitest-runs.ts'

const ROOT = join(import.meta.dirname, '..')
const BUDGET = 'scripts/budget.ts'
const LIGHTHOUSE = 'scripts/lighthouse.ts'
const PROXIES = 'tests/proxies.test.ts'
const SCALE = 'tests/scale.test.ts'
const REBUILD = 'tests/rebuild.test.ts'
const PROMETHEUS = 'tests/prometheus.test.ts'
const ALL = '--all'
const filters = process.argv.slice(2).filter(word => word !== ALL)
const matches = (path: string): boolean =>
  filters.length === 0 || filters.some(word => path.includes(word))
const journeys = globSync('tests/e2e/**/*.spec.ts', { cwd: ROOT }).filter(matches)

const temporary = memoryFolder()
const reports = await mkdtemp(join(temporary, 'polymuse-reports-'))
const rows: string[][] = [['part', 'files', 'passed', 'failed', 'seconds', '']]
const total = { passed: 0, failed: 0 }
const failures: Failure[] = []
const unsteady: Failure[] = []
const times: TestTime[] = []
const begun = performance.now()
// Tests that end early leave temporary files, which are removed with the reports.
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  TMPDIR: reports,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${SMALL_YOUNG_SPACE}`
}
// Tests read this variable through tests/support/dose.ts.
if (process.argv.includes(ALL)) process.env['TEST_DOSE'] = environment['TEST_DOSE'] = 'full'
else if (filters.length === 0) environment['TEST_SAMPLE'] = 'yes'
let postgres: PrivatePostgres | null = null
// The folder is named after this process, since another run may be under way.
const servers = join(ROOT, 'dist', `tests-${process.pid}`)

async function cleanUp(): Promise<void> {
  await postgres?.stop()
  await rm(servers, { recursive: true, force: true })
  await rm(reports, { recursive: true, force: true })
}

/**
 * Runs one step and adds its numbers to the result. An error of the step counts as a failure. A
 * step that only prepares others returns no numbers and counts only if it fails.
 * @returns whether the step completed
 */
async function step(name: string, work: () => Promise<Counts | void>): Promise<boolean> {
  let whole = true
  const started = performance.now()
  const counts = await work().catch((error: unknown): Counts => {
    whole = false
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1, note: 'see above' }
  })
  total.passed += counts?.passed ?? 0
  total.failed += counts?.failed ?? 0
  failures.push(...(counts?.failures ?? []))
  unsteady.push(...(counts?.unsteady ?? []))
  times.push(...(counts?.times ?? []))
  const numbers = [counts?.files, counts?.passed, counts?.failed].map(number =>
    String(number ?? '')
  )
  rows.push([name, ...numbers, secondsSince(started), counts?.note ?? ''])
  return whole
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

/** Runs a test runner and waits until it and its workers have ended. */
const runner = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<RunEnd> =>
  runKeeping(process.execPath, args, { cwd: ROOT, env, detached: true })

/** @param files words in the paths of the test files; all by default */
function vitest(files: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const run: Run = (args, report) =>
    runner([program, 'run', '--passWithNoTests', ...args], {
      ...environment,
      ...more,
      TEST_REPORT: report
    })
  return vitestCounts(run, files, reports)
}

/** Replaces the built hub, so no other test may need it any more. */
async function rebuild(): Promise<void> {
  if (environment['TEST_DOSE'] !== 'full' || !matches(REBUILD)) return
  await step('the same build twice', () => vitest([REBUILD], { TEST_ALONE: 'yes' }))
}

/**
 * Runs every journey once at each screen size, each size on another database. All four combinations
 * would take twice as long and find no more.
 * @param workers how many journeys run at once
 */
async function playwright(
  database: 'sqlite' | 'postgres',
  projects: readonly string[],
  workers: number
): Promise<Counts> {
  const report = join(reports, `playwright-${database}.json`)
  const program = join(ROOT, 'node_modules/playwright/cli.js')
  const env = { ...environment, TEST_DATABASE: database, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { code } = await runner(
    [
      program,
      'test',
      ...projects.flatMap(name => ['--project', name]),
      '--reporter=line,json',
      `--workers=${workers}`,
      // Files that were asked for by name may have no journey for this screen.
      ...(filters.length > 0 ? ['--pass-with-no-tests'] : []),
      ...journeys
    ],
    env
  )
  return countPlaywright(readReport(report), code)
}

/**
 * Makes sure that the web servers for the configuration files in `deploy/` are available, and for
 * the full dose the root of a small Debian.
 */
async function proxies(): Promise<void> {
  await ensureOpenssl()
  await ensureProgram('nginx')
  if (environment['TEST_DOSE'] !== 'full') return
  await ensureProgram('caddy')
  await ensureBareRoot()
}

async function budgets(executable: string): Promise<void> {
  const { checkBudgets } = await import('./budget.ts')
  await step('budgets', () => checkBudgets(executable))
}

async function lighthouse(executable: string): Promise<void> {
  const { checkLighthouse } = await import('./lighthouse.ts')
  await step('Lighthouse', () => checkLighthouse(executable))
}

/** Lighthouse measures times, so it runs alone. Pages that are weighed wait most of the time. */
async function inBrowser(executable: string): Promise<void> {
  if (matches(LIGHTHOUSE)) await lighthouse(executable)
  await Promise.all([matches(BUDGET) && budgets(executable), journeysOnDesktops()])
}

// A third worker uses the time that two workers on two cores spend waiting for a page.
async function journeysOnDesktops(): Promise<void> {
  if (journeys.length === 0) return
  await step('journeys, desktop, SQLite', () => playwright('sqlite', ['desktop'], 3))
}

/**
 * Unit and server tests leave a fifth of two cores idle, so these journeys run beside them. So does
 * the crawl, which is one file: among other journeys it would end last, alone.
 */
async function journeysOnPhones(): Promise<void> {
  if (journeys.length === 0) return
  const workers = environment['TEST_DOSE'] === 'full' ? 2 : 1
  await step('journeys, phone, and crawl, PostgreSQL', () =>
    playwright('postgres', ['crawl', 'phone'], workers)
  )
}

endOnSignals(cleanUp)
try {
  const built = await step('build', async () => {
    await ensureBuilt()
    // A few test files are ready faster if they load the source instead of a bundle.
    if (filters.length > 0 && journeys.length === 0) return
    await bundle(TEST_PROGRAMS, servers)
    environment['TEST_SERVERS'] = servers
  })
  if (!environment['TEST_DATABASE_URL']) {
    await step('PostgreSQL', async () => {
      postgres = await startPostgres(temporary)
      environment['TEST_DATABASE_URL'] = postgres.url
    })
  }
  await step('Python', ensureRequests)
  if (matches(PROXIES) || matches(SCALE)) await step('proxies', proxies)
  if (matches(PROMETHEUS) && environment['TEST_DOSE'] === 'full')
    await step('Prometheus', async () => void (await ensureProgram('prometheus')))
  let executable = ''
  if (built && (journeys.length > 0 || matches(BUDGET) || matches(LIGHTHOUSE))) {
    await step('Chromium', async () => {
      executable = await ensureChromium()
      environment['CHROMIUM_PATH'] = await withoutWindow(executable)
    })
  }
  const withBrowser = executable !== ''
  await Promise.all([
    step('unit and server tests', () => vitest(filters)),
    withBrowser && journeysOnPhones()
  ])
  if (withBrowser) await inBrowser(executable)
  await rebuild()
} finally {
  await cleanUp()
}

if (total.passed + total.failed === 0)
  process.stderr.write(`No test file has ${filters.join(' or ')} in its path.\n`)
for (const { where, why } of unsteady)
  process.stdout.write(`passed only at the second try: ${where}: ${why}\n`)
for (const { where, why } of failures) process.stdout.write(`failed: ${where}: ${why}\n`)
rows.push(['all', '', String(total.passed), String(total.failed), secondsSince(begun), ''])
process.stdout.write(
  `\n${table(rows)}\n\n${table(slowest(times))}\n\n${total.passed} passed, ${total.failed} failed\n`
)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
