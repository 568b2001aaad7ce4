import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Counts } from './results.ts'
import { vitestCounts, type Run } from './vitest-runs.ts'

const FILES = {
  'good.test.js': `test('adds', () => expect(1 + 1).toBe(2))`,
  'bad.test.js': `describe('a sum', () => test('is wrong', () => expect(1 + 1).toBe(3)))`,
  'late.test.js': `let tries = 0; test('is late', () => expect(++tries).toBe(2))`,
  'open.test.js': `describe('a file', () => { afterAll(() => { throw new Error('still open') }); test('is read', () => undefined) })`,
  'unloaded.test.js': `throw new Error('not to be loaded')`,
  'stray.test.js': `test('leaves something', () => void Promise.reject(new Error('nobody waits')))`,
  'dies-once.test.js': `const { existsSync, writeFileSync } = await import('node:fs'); const died = import.meta.dirname + '/died'
test('comes before', () => undefined)
test('dies once', () => { if (!existsSync(died)) { writeFileSync(died, ''); process.kill(process.pid, 'SIGKILL') } })`,
  'dies.test.js': `test('dies', () => process.kill(process.pid, 'SIGKILL')); test('comes after', () => undefined)`
}
/**
 * A global set-up whose clean-up fails. It runs after the tests, when their report is already
 * written.
 */
const SETUP = `import { existsSync } from 'node:fs'
export default () => () => { if (existsSync(import.meta.dirname + '/untidy')) throw new Error('cannot tidy') }`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-report-'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
})
beforeAll(async () => {
  const reporter = JSON.stringify(join(import.meta.dirname, 'vitest-report.ts'))
  const config = `import { Report } from ${reporter}
export default { test: { globals: true, name: 'unit', retry: 1, globalSetup: './setup.js', reporters: [new Report(process.env.TEST_REPORT)] } }`
  await writeFile(join(folder, 'vitest.config.js'), config)
  await writeFile(join(folder, 'setup.js'), SETUP)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs Vitest over some of the files, as `npm test` does. */
async function run(...names: (keyof typeof FILES)[]): Promise<Counts> {
  const program = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  )
  const once: Run = async (args, report) => {
    await rm(report, { force: true })
    const env = { ...own, TEST_REPORT: report }
    const ended = promisify(execFile)(
      process.execPath,
      [program, 'run', '--root', folder, ...args],
      { env }
    )
    return ended.then(
      () => ({ code: 0, said: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr })
    )
  }
  return vitestCounts(once, names, folder)
}

test('passed tests are counted, and nothing else is reported', async () => {
  const seconds = expect.any(Number) as number
  const times = [{ where: 'unit good.test.js › adds', seconds }]
  expect(await run('good.test.js')).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    unsteady: [],
    files: 1,
    times
  })
})

test('failed tests, hooks, files and errors outside of tests are reported with their place and reason', async () => {
  const { passed, failed, failures } = await run(
    'good.test.js',
    'bad.test.js',
    'open.test.js',
    'unloaded.test.js',
    'stray.test.js'
  )
  expect({ passed, failed }).toEqual({ passed: 3, failed: 4 })
  expect(failures?.toSorted((a, b) => a.where.localeCompare(b.where))).toEqual([
    { where: 'outside of tests', why: 'nobody waits' },
    {
      where: 'unit bad.test.js › a sum > is wrong',
      why: expect.stringContaining('expected 2 to be 3')
    },
    { where: 'unit open.test.js › before or after a file', why: 'still open' },
    { where: 'unit unloaded.test.js › outside of its tests', why: 'not to be loaded' }
  ])
})

test('a test that passes at the second attempt counts as passed, and its first failure is reported', async () => {
  expect(await run('late.test.js')).toMatchObject({
    passed: 1,
    failed: 0,
    unsteady: [
      { where: 'unit late.test.js › is late', why: expect.stringContaining('expected 1 to be 2') }
    ]
  })
})

test("an error after the last test is reported with the runner's output", async () => {
  const untidy = join(folder, 'untidy')
  await writeFile(untidy, '')
  const { passed, failures } = await run('good.test.js')
  await rm(untidy)
  expect({ passed, failures }).toEqual({
    passed: 1,
    failures: [{ where: 'after all tests', why: expect.stringContaining('cannot tidy') }]
  })
})

const killed = (file: string) =>
  expect.stringMatching(new RegExp(`Worker exited unexpectedly .*SIGKILL.*${file}`))

test('a file whose process died runs once more, counts in full and is listed', async () => {
  expect(await run('good.test.js', 'bad.test.js', 'dies-once.test.js')).toMatchObject({
    passed: 3,
    failed: 1,
    failures: [{ where: 'unit bad.test.js › a sum > is wrong' }],
    unsteady: [{ where: 'unit dies-once.test.js › its end', why: killed('dies-once') }]
  })
})

test('a file whose process dies twice counts as one failure', async () => {
  expect(await run('good.test.js', 'dies.test.js')).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [{ where: 'unit dies.test.js › its end', why: killed('dies') }],
    unsteady: []
  })
})
