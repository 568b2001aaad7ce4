import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { endOnSignals, startChild } from './child.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist', '.stamp')

/** Everything that the hub is built from, except for the tests beside the source. */
const FOLDERS = ['src', 'locales', 'public']
const FILES = [
  'astro.config.mjs',
  'astro-i18next.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.ts',
  'scripts/bundle.ts'
]

/** Text files for browsers, which the build compresses. Fonts and images are already compressed. */
const TEXT = '**/*.{js,css,svg,json,txt,xml,webmanifest}'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/**
 * Builds the hub unless the build in `dist/` matches these sources. One process builds at a time;
 * others wait for it.
 * @param options.force builds in any case
 * @throws Error with the builder's output when the build fails; no stamp is left, so the next start
 * retries
 */
export async function ensureBuilt({ force = false } = {}): Promise<void> {
  if (!force && isFresh()) return
  const release = await lock()
  try {
    if (!force && isFresh()) return
    const sources = hashSources()
    rmSync(STAMP, { force: true })
    await step('the hub is built', () => buildHub(sources))
    await sortAssets()
    await step('its files are compressed', compress)
    await step('the servers are bundled', () => runBuilder(['scripts/bundle.ts']))
    writeFileSync(STAMP, sources)
  } finally {
    release()
  }
}

function isFresh(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources()
}

function hashSources(): string {
  const inFolders = FOLDERS.flatMap(folder => globSync(`${folder}/**/*`, { cwd: ROOT }))
  const names = [...inFolders, ...FILES]
    .filter(name => !/\.test\.tsx?$/.test(name) && isFile(name))
    .toSorted()
  const hash = createHash('sha256')
  for (const name of names)
    hash.update(`${name}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, name)))
        .digest()
    )
  return hash.digest('hex')
}

function isFile(name: string): boolean {
  return statSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile() ?? false
}

/**
 * SQLite's error code for a file that another process has locked
 * (https://sqlite.org/rescode.html#busy).
 */
const BUSY = 5

/**
 * Waits for the build lock. It is SQLite's lock on a file, which the system releases if the process
 * that holds it dies.
 * @returns releases the lock
 * @throws Error if this process may not write to the project, for example a service with read-only
 * access
 */
async function lock(): Promise<() => void> {
  const folder = join(ROOT, '.astro')
  const refuse = (error: unknown): Error =>
    new Error(
      `The hub cannot be built: ${folder}: ${(error as Error).message}. Run \`npm run build\` as a user who may write there.`
    )
  let file: DatabaseSync
  try {
    mkdirSync(folder, { recursive: true })
    file = new DatabaseSync(join(folder, 'build.lock'))
  } catch (error) {
    throw refuse(error)
  }
  for (let told = false; ; told = true) {
    try {
      file.exec('BEGIN EXCLUSIVE')
      return () => file.close()
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== BUSY) throw refuse(error)
      if (!told) say('waiting for another process that builds')
      await wait(200)
    }
  }
}

async function step(done: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  say(`${done} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

/**
 * @param sources hash of the sources. Pages contain it, so a browser notices that its cached files
 * are of another build.
 */
function buildHub(sources: string): Promise<void> {
  return runBuilder(['node_modules/astro/bin/astro.mjs', 'build'], {
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    // Astro writes a key for islands that the server renders later, which no page has. Without this
    // variable it is random, and no two builds are the same.
    ASTRO_KEY: Buffer.from(sources, 'hex').toString('base64'),
    BUILD: sources.slice(0, 12)
  })
}

/** Sorts Astro's list of files, which has the order in which the disk listed them. */
async function sortAssets(): Promise<void> {
  const entry = join(ROOT, 'dist/server/entry.mjs')
  const text = await readFile(entry, 'utf8')
  const sorted = text.replace(/(?<="assets":)\["[^\]]*"\]/, list =>
    JSON.stringify((JSON.parse(list) as string[]).toSorted())
  )
  await writeFile(entry, sorted)
}

/**
 * Variables that a builder sees. Astro copies variables into what it builds where a module uses a
 * word that is the name of one, so settings and their secrets stay out of its sight.
 */
const SEEN = ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS']

/**
 * Runs a builder in its own process, since it takes memory that a server would keep. Its output is
 * shown only if it fails.
 */
async function runBuilder(
  args: readonly string[],
  environment: Record<string, string> = {}
): Promise<void> {
  const child = startChild(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    env: {
      ...Object.fromEntries(SEEN.map(name => [name, process.env[name]])),
      ...environment
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise((resolve, reject) =>
    child.once('error', reject).once('close', resolve)
  )
  if (code !== 0) throw new Error(`The hub could not be built:\n${said}`)
}

async function compress(): Promise<void> {
  const client = join(ROOT, 'dist', 'client')
  const brotli = promisify(brotliCompress)
  const files = globSync(TEXT, { cwd: client })
  await Promise.all(
    files.map(async file => {
      const bytes = await readFile(join(client, file))
      await writeFile(
        join(client, `${file}.br`),
        await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      )
    })
  )
}

if (import.meta.main) {
  endOnSignals()
  await ensureBuilt({ force: process.argv.includes('--force') }).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
