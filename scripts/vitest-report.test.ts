import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countVitest, readReport } from './results.ts'

const FILES = {
  'good.test.js': `test('adds', () => expect(1 + 1).toBe(2))`,
  'bad.test.js': `describe('a sum', () => test('is wrong', () => expect(1 + 1).toBe(3)))`,
  'late.test.js': `let tries = 0; test('is late', () => expect(++tries).toBe(2))`,
  'unloaded.test.js': `throw new Error('not to be loaded')`,
  'stray.test.js': `test('leaves something', () => void Promise.reject(new Error('nobody waits')))`,
  'dies.test.js': `test('dies', () => process.kill(process.pid, 'SIGKILL')); test('comes after', () => undefined)`
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-report-'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true }))

/** A real run of Vitest over some of the files, as `npm test` makes one. */
async function run(...names: (keyof typeof FILES)[]) {
  const file = join(folder, 'report.json')
  await rm(file, { force: true })
  const reporter = join(import.meta.dirname, 'vitest-report.ts')
  const config = `import { Report } from ${JSON.stringify(reporter)}
export default { test: { globals: true, name: 'unit', retry: 1, reporters: [new Report(${JSON.stringify(file)})] } }`
  await writeFile(join(folder, 'vitest.config.js'), config)
  const program = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const ended = promisify(execFile)(process.execPath, [program, 'run', '--root', folder, ...names], { env })
  const code = await ended.then(
    () => 0,
    ({ code: failed }: { code: number }) => failed
  )
  return { ...countVitest(readReport(file), code), code }
}

test('what passes is counted, and nothing else told', async () => {
  expect(await run('good.test.js')).toMatchObject({ passed: 1, failed: 0, failures: [], code: 0 })
})

test('what fails, is not loaded or stands outside of tests is told with its place and why', async () => {
  const { passed, failed, failures, code } = await run('good.test.js', 'bad.test.js', 'unloaded.test.js', 'stray.test.js')
  expect({ passed, failed, code }).toEqual({ passed: 2, failed: 3, code: 1 })
  expect(failures?.toSorted((a, b) => a.where.localeCompare(b.where))).toEqual([
    { where: 'outside of tests', why: 'nobody waits' },
    { where: 'unit bad.test.js › a sum > is wrong', why: expect.stringContaining('expected 2 to be 3') },
    { where: 'unit unloaded.test.js › outside of its tests', why: 'not to be loaded' }
  ])
})

test('what passes at the second try has passed, and is told with why it failed before', async () => {
  expect(await run('late.test.js')).toMatchObject({
    passed: 1,
    failed: 0,
    unsteady: [{ where: 'unit late.test.js › is late', why: expect.stringContaining('expected 1 to be 2') }],
    code: 0
  })
})

test('a worker that died is told of, with the file that it was in', async () => {
  const { failed, failures, code } = await run('dies.test.js')
  expect({ failed, code }).toEqual({ failed: 2, code: 1 })
  expect(failures).toEqual([
    { where: 'unit dies.test.js › its end', why: '2 of its tests were never run' },
    { where: 'outside of tests', why: expect.stringMatching(/Worker exited unexpectedly .*SIGKILL.*dies\.test\.js/) }
  ])
})
