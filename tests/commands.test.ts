// Runs every command that README.md names as a user types it, in a version that takes seconds.
// Commands that would take minutes (`check`, `verify`) run on a copy of the project with a single
// page. So do those that write to the project (`build`, `dev`, `gen`, `format`).
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#servers/lib/database/database.ts'
import { readOrCreateSecret } from '#servers/lib/secrets.ts'
import { FULL_DOSE } from './support/dose.ts'
import { startFalServer } from './support/fal-server.ts'
import { startNpm, type NpmCommand } from './support/npm.ts'
import { OPENAI_MODELS } from './support/openai-models.ts'
import { startOpenaiServer } from './support/openai-server.ts'
import { startProcess, startStudio } from './support/process.ts'
import { runReleased, unpackArchive, tryReleased } from './support/released.ts'
import { createSmallProject } from './support/small-project.ts'
import { cookiesOf } from './support/studio.ts'

const ROOT = join(import.meta.dirname, '..')

/** The only test file that `npm run verify` runs here. */
const SMALL_TEST = 'src/core/dated.test.ts'

/** A test file with five tests by default, and six with the full dose. */
const DOSE_TEST = 'tests/support/dose.test.ts'

/** Output of `npm run verify`, whose checks finish in any order. */
const CHECKED_AND_TESTED =
  /^(?=[^]*\b0 errors)(?=[^]*Found 0 warnings and 0 errors)(?=[^]*use the correct format)[^]*\n[1-9]\d* passed, 0 failed\n/

/** A developer's shell may set these; commands must run production code all the same. */
const SHELL = { NODE_ENV: 'development', NODE_DEBUG: 'module' }

let small: ReturnType<typeof createSmallProject>
let folder = ''
beforeAll(async () => {
  small = createSmallProject()
  folder = await mkdtemp(join(tmpdir(), 'polymuse-commands-'))
})
afterAll(async () => {
  small.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the variables that set the test databases and the browser of this test run, if set. */
function ofThisRun(): Record<string, string> {
  const names = ['TEST_DATABASE_URL', 'CHROMIUM_PATH']
  return Object.fromEntries(
    names.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : []))
  )
}

/**
 * Runs a command to its end and expects exit code 0.
 * @returns its output
 */
async function run(
  command: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
  cwd = ROOT
): Promise<string> {
  const started = startNpm(
    [...command.split(' '), ...(args.length > 0 ? ['--', ...args] : [])],
    { ...ofThisRun(), ...environment },
    cwd
  )
  const { code, output } = await started.ended
  expect(code, output).toBe(0)
  expect(started.reactBuilds()).not.toContain('development')
  return output
}

const inSmall = (
  command: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {}
): Promise<string> => run(command, args, environment, small.folder)

/**
 * Creates data as the first start of Polymuse leaves it.
 * @returns the environment variable that names the data folder
 */
async function keptData(name: string): Promise<{ DATA_DIR: string }> {
  const dataDir = join(folder, name)
  const database = await openDatabase({ url: null, dataDir })
  await database.close()
  readOrCreateSecret(dataDir)
  return { DATA_DIR: dataDir }
}

/** Signs up the first user of a studio, who becomes its operator. */
async function signUpFirst(url: string): Promise<void> {
  const send = (path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body)
    })
  const account = { email: 'ada@example.com', password: 'correct horse battery' }
  const cookie = cookiesOf(await send('/api/auth/sign-up/email', account))
  const login = await fetch(`${url}/auth/login?redirect=${url}/auth/callback`, {
    headers: { cookie },
    redirect: 'manual'
  })
  const code = new URL(login.headers.get('location') ?? '').searchParams.get('code')
  expect((await send('/oauth2/v1/token', { code })).status).toBe(200)
}

/** Reads a page of a started site, then stops the site. */
async function pageOf(started: NpmCommand, address: RegExp, path: string): Promise<string> {
  try {
    const answer = await fetch(new URL(path, await started.said(address)))
    expect(answer.status).toBe(200)
    return await answer.text()
  } finally {
    await started.stop()
  }
}

/** For each command: runs it with a small workload and checks its effect. */
const COMMANDS: Record<string, () => Promise<void>> = {
  async 'npm install'() {
    // `npm ci` would contact a registry. These tests run on an installed tree, so only check that
    // it is complete.
    await run('ls')
  },
  async 'npm start'() {
    const started = startNpm(['start'], { ...SHELL, PORT: '0', DATA_DIR: join(folder, 'start') })
    expect(await pageOf(started, /Polymuse is at (\S+)/, '/chatgpt/conversations')).toContain(
      '<astro-island'
    )
    expect(started.reactBuilds()).toEqual(['production'])
  },
  async 'npm test'() {
    expect(await run('test', [DOSE_TEST])).toContain('\n5 passed, 0 failed\n')
  },
  async 'npm run test:all'() {
    expect(await run('run test:all', [DOSE_TEST])).toContain('\n6 passed, 0 failed\n')
  },
  async 'npm run release'() {
    const out = join(folder, 'release')
    await run('run release', ['--quick', '--out', out])
    const [name = ''] = (await readdir(out)).filter(each => each.endsWith('.tar.gz'))
    const home = join(folder, 'unpacked')
    await mkdir(home)
    await unpackArchive(join(out, name), home)
    const launcher = [join(home, name.replace('.tar.gz', ''), 'polymuse')]
    const released = { launcher, environment: { DATA_DIR: join(folder, 'released') } }
    expect(runReleased(released, 'version')).toBe('0.1.0\n')
    await tryReleased(released)
    expect(runReleased(released, 'operator')).toBe('ada@example.com\n')
  },
  async 'npm run update'() {
    // Without a network it can only tell that the versions of the lock are installed.
    const said = await run('run update', ['--dry-run', '--offline', '--no-audit'])
    expect(said).toContain('up to date')
  },
  async 'npm run upgrade'() {
    expect(await run('run upgrade', ['--dry-run'], await keptData('current'))).toContain(
      'Nothing has to change.'
    )
  },
  async 'npm run operators'() {
    expect(await run('run operators', ['setup-link'], await keptData('unowned'))).toContain(
      '/?setup='
    )
  },
  async 'npm run dev'() {
    const started = startNpm(
      ['run', 'dev', '--', '--port', '0'],
      { DATA_DIR: join(folder, 'dev') },
      small.folder
    )
    expect(await pageOf(started, /Local\s+(http:\S+)/, '/')).toContain('/@vite/client')
  },
  async 'npm run check'() {
    const pages = join(small.folder, 'src/pages')
    const good = readFileSync(join(pages, 'index.astro'), 'utf8')
    await writeFile(join(pages, 'index.astro'), good.replace('label="Wait"', 'label={1}'))
    await writeFile(join(pages, 'sum.ts'), "export const sum: number = 'three'\n")
    const { code, output } = await startNpm(['run', 'check'], ofThisRun(), small.folder).ended
    await writeFile(join(pages, 'index.astro'), good)
    await rm(join(pages, 'sum.ts'))
    expect([code, output]).toEqual([
      expect.any(Number),
      expect.stringMatching(/index\.astro[^]*1 error/)
    ])
    expect(output).toContain('src/pages/sum.ts(1,14): error')
  },
  async 'npm run build'() {
    await inSmall('run build', [], SHELL)
    const scripts = globSync('dist/client/_astro/*.js', { cwd: small.folder }).map(file =>
      readFileSync(join(small.folder, file), 'utf8')
    )
    expect(scripts.some(text => text.includes('Minified React error'))).toBe(true)
    expect(scripts.some(text => text.includes('Each child in a list'))).toBe(false)
  },
  async 'npm run verify'() {
    expect(await inSmall('run verify', [SMALL_TEST])).toMatch(CHECKED_AND_TESTED)
  },
  async 'npm run bench'() {
    const file = join(folder, 'bench.json')
    const output = await run('run bench', [], {
      ...SHELL,
      BENCH_DOSE: '0.01',
      BENCH_FILE: file
    })
    expect(output).toMatch(/times the floor[^]*a conversation of \d+ rows/)
    expect(output).toContain('list, first page')
    expect(output).toMatch(/page \/flux, CPU .* guest [\d.]+×/)
    expect(output).toMatch(/Resident memory at idle is \d+ MB/)
    const { dose, results } = JSON.parse(readFileSync(file, 'utf8')) as {
      dose: number
      results: Record<string, string[]>
    }
    expect(dose).toBe(0.01)
    for (const line of Object.values(results).flat()) expect(output).toContain(line)
  },
  async 'npm run backup'() {
    const to = join(folder, 'backup')
    expect(await run('run backup', [to], await keptData('live'))).toContain('The backup is whole')
    expect(await readdir(to)).toHaveLength(1)
    const environment = { ...(await keptData('scheduled')), BACKUP_DIR: to, BACKUP_KEEP: '1' }
    expect(await run('run backup', [], environment)).toContain('Removed: ')
    expect(await run('run backup', ['--drill'], environment)).toContain(
      'The backup can be restored'
    )
  },
  async 'npm run restore'() {
    const to = join(folder, 'to-restore')
    await run('run backup', [to], await keptData('lost'))
    const [name = ''] = await readdir(to)
    await run('run restore', [join(to, name)], { DATA_DIR: join(folder, 'restored') })
    expect(await readdir(join(folder, 'restored'))).toEqual(
      expect.arrayContaining(['polymuse.db', 'secret'])
    )
  },
  async 'npm run check:ledger'() {
    expect(await run('run check:ledger', [], await keptData('ledger'))).toContain(
      'all agree with the ledger'
    )
  },
  async 'npm run check:audit'() {
    expect(await run('run check:audit', [], await keptData('audit'))).toContain(
      'the audit log is whole'
    )
  },
  async 'npm run doctor'() {
    expect(await run('run doctor', [], await keptData('examined'))).toMatch(
      /ok +database +SQLite answers[^]* 0 failed, /
    )
  },
  async 'npm run providers:check'() {
    const vendor = await startOpenaiServer()
    vendor.models = [...OPENAI_MODELS]
    try {
      const environment = {
        DATA_DIR: join(folder, 'none'),
        OPENAI_API_KEY: 'sk-good',
        OPENAI_BASE_URL: vendor.url
      }
      expect(await run('run providers:check', [], environment)).toMatch(/openai .*answers, \d+ ms/)
    } finally {
      await vendor.close()
    }
  },
  async 'npm run examples'() {
    const vendor = await startFalServer()
    vendor.looks = 0
    const keys = { FAL_URL: vendor.url, FAL_KEY: 'fal-key' }
    const studio = await startStudio(keys)
    try {
      await signUpFirst(studio.url)
      const { dataDir, databaseUrl } = studio.store
      const place = {
        DATA_DIR: dataDir,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl })
      }
      expect(await run('run examples', ['flux'], { ...keys, ...place })).toContain(
        'flux 6: featured, 0.4 credits'
      )
    } finally {
      await studio.stop()
      await vendor.close()
    }
  },
  async 'npm run gen'() {
    await inSmall('run gen')
    for (const name of [
      'docs/providers.md',
      'docs/models.md',
      'src/catalog/services.ts',
      'src/catalog/vendors.server.ts'
    ]) {
      expect(readFileSync(join(small.folder, name), 'utf8')).toBe(
        readFileSync(join(ROOT, name), 'utf8')
      )
    }
  },
  async 'npm run gen:answers'() {
    const file = join(folder, 'answers.json')
    await run('run gen:answers', ['--quick', file])
    const names = (path: string): string[] =>
      Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object).toSorted()
    expect(names(file)).toEqual(names(join(ROOT, 'src/catalog/answers.json')))
  },
  async 'npm run gen:pictures'() {
    const sheet = (project: string): Buffer =>
      readFileSync(join(project, 'src/catalog/pika/pictures/effect.webp'))
    await rm(join(small.folder, 'src/catalog/pika/pictures'), { recursive: true })
    await inSmall('run gen:pictures', ['pika'])
    expect(sheet(small.folder).equals(sheet(ROOT))).toBe(true)
  },
  async 'npm run gen:client'() {
    await run('run gen:client', [join(folder, 'client')])
    expect(await readdir(join(folder, 'client'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^sdk\b.*\.ts$/)])
    )
  },
  async 'npm run faults'() {
    expect(await run('run faults', ['7', '0.002', 'sqlite'])).toMatch(/well {2}sqlite {2}1 tasks/)
  },
  async 'npm run simulate'() {
    expect(await run('run simulate', ['--seed', '3', '--seeds', '2', '--steps', '20'])).toContain(
      '2 seeds from 3 are well'
    )
  },
  async 'npm run format'() {
    const file = join(small.folder, 'src/core/wide.ts')
    await writeFile(file, 'export const wide   =  1;\n')
    await inSmall('run format')
    expect(readFileSync(file, 'utf8')).toBe('export const wide = 1\n')
    await rm(file)
  }
}

test('every command of README.md and of package.json is run here', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/\bnpm (?:run [\w:-]+|[a-z]+)\b/g)].map(([command]) => command)
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const own = Object.keys(scripts).map(name =>
    ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
  )
  expect(Object.keys(COMMANDS).toSorted()).toEqual([...new Set([...named, ...own])].toSorted())
})

/**
 * Commands that run only with the full dose, since they take up to two minutes. Other tests cover
 * parts of them: the build that precedes all tests, `tests/simulation.test.ts`, `npm test` itself,
 * and in `tests/http` those of backups, faults, printed examples, the doctor, providers, upgrades,
 * the ledger and the audit log.
 */
const FULL_DOSE_ONLY =
  /^npm run (backup|bench|build|check|check:audit|check:ledger|dev|doctor|examples|faults|format|gen|gen:answers|gen:client|gen:pictures|providers:check|release|restore|simulate|update|upgrade|verify)$/

test.each(Object.entries(COMMANDS).filter(([name]) => FULL_DOSE || !FULL_DOSE_ONLY.test(name)))(
  '%s',
  async (_, command) => {
    await expect(command()).resolves.toBeUndefined()
  }
)

test('npm start reports when the hub is not built and cannot be built', async () => {
  const copy = createSmallProject()
  const lock = join(copy.folder, '.astro/build.lock')
  await mkdir(join(copy.folder, '.astro'))
  await writeFile(lock, 'Neither a lock nor anything else that SQLite could write to. '.repeat(20))
  const { code, output } = await startNpm(
    ['start'],
    { DATA_DIR: join(folder, 'unbuilt') },
    copy.folder
  ).ended
  copy.remove()
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/The hub cannot be built: .* Run `npm run build`/)
  ])
})

test('budgets, Lighthouse and journeys, which start the servers without npm, measure production code too', async () => {
  const started = startProcess({ ...SHELL, PORT: '0', DATA_DIR: join(folder, 'measured') })
  const answer = await fetch(
    new URL('/chatgpt/conversations', await started.said(/Polymuse is at (\S+)/))
  )
  expect(answer.status).toBe(200)
  started.child.kill('SIGTERM')
  await started.exited
  expect(/load ".*\/react-dom-server\.node\.(\w+)\.js"/.exec(started.output())?.[1]).toBe(
    'production'
  )
})
