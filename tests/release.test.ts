// `npm run release` is run in commands.test.ts. Here a release is installed, and with the full dose
// it runs on a machine that has nothing but Debian's essential packages.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureBareRoot, insideRoot } from '../scripts/bare-root.ts'
import { FULL_DOSE } from './support/dose.ts'
import { buildImage } from './support/image.ts'
import { makeRelease, runReleased, tryReleased } from './support/released.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-release-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes a folder that has of a release what its installation reads. @returns its path */
async function writeUnpacked(version: string): Promise<string> {
  const unpacked = join(folder, `polymuse-${version}`)
  cpSync(DEPLOY, join(unpacked, 'deploy'), { recursive: true })
  for (const name of ['polymuse', 'install.sh'])
    cpSync(join(DEPLOY, 'archive', name), join(unpacked, name))
  await mkdir(join(unpacked, 'app'))
  await writeFile(join(unpacked, 'app/package.json'), `{\n  "version": "${version}"\n}\n`)
  return unpacked
}

function install(unpacked: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('sh', [join(unpacked, 'install.sh'), ...args], {
    encoding: 'utf8'
  })
  return { status, said: stdout + stderr }
}

const installed = (path: string): string => join(folder, 'root', path)
const read = (path: string): string => readFileSync(installed(path), 'utf8')

describe('install.sh', () => {
  beforeEach(() => mkdir(join(folder, 'root')))

  test('puts the program, its settings and the unit in their places', async () => {
    const args = ['--root', join(folder, 'root'), '--url', 'https://studio.test']
    const { status, said } = install(await writeUnpacked('1.2.3'), ...args)
    expect([status, said]).toEqual([0, expect.stringContaining('Polymuse 1.2.3 is in')])
    expect(readlinkSync(installed('opt/polymuse/current'))).toBe('1.2.3')
    expect(lstatSync(installed('opt/polymuse/current/polymuse')).mode & 0o111).not.toBe(0)
    expect(read('etc/polymuse.env')).toMatch(/^HUB_URL=https:\/\/studio\.test$/m)
    expect(statSync(installed('etc/polymuse.env')).mode & 0o077).toBe(0)
    const unit = read('etc/systemd/system/polymuse.service')
    expect(unit).toMatch(/^ExecStart=\/opt\/polymuse\/current\/polymuse start$/m)
    for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'WatchdogSec=60'])
      expect(unit).toContain(`\n${line}\n`)
    expect(unit).toMatch(/^LimitNOFILE=\d{5,}$/m)
  })

  test('a newer version replaces the old one, which stays beside it with all settings', async () => {
    const root = ['--root', join(folder, 'root')]
    install(await writeUnpacked('1.2.3'), ...root)
    await appendFile(installed('etc/polymuse.env'), 'FREE_AMOUNT=5\n')
    const settings = read('etc/polymuse.env')
    expect(install(await writeUnpacked('1.3.0'), ...root).status).toBe(0)
    expect(install(join(folder, 'polymuse-1.3.0'), ...root).status).toBe(0)
    expect(readlinkSync(installed('opt/polymuse/current'))).toBe('1.3.0')
    expect(globSync('*', { cwd: installed('opt/polymuse') }).toSorted()).toEqual([
      '1.2.3',
      '1.3.0',
      'current'
    ])
    expect(read('etc/polymuse.env')).toBe(settings)
  })

  test('without an address it answers on this machine only', async () => {
    install(await writeUnpacked('1.2.3'), '--root', join(folder, 'root'))
    expect(read('etc/polymuse.env')).not.toMatch(/^(HUB_URL|TRUST_PROXY)=/m)
  })

  test('an unknown option is refused, and nothing is written', async () => {
    const { status, said } = install(await writeUnpacked('1.2.3'), '--prefix', '/opt')
    expect([status, said]).toEqual([2, 'install.sh: unknown option --prefix\n'])
  })
})

test('the launcher names its commands when it gets an unknown one', async () => {
  const unpacked = await writeUnpacked('1.2.3')
  const { status, stderr } = spawnSync('sh', [join(unpacked, 'polymuse'), 'stop'], {
    encoding: 'utf8'
  })
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/there is no command "stop"[^]*start[^]*backup <folder>[^]*operator/)
  ])
})

/** The full dose only: each takes minutes. */
const MACHINES = FULL_DOSE ? ['a small Debian without Node and npm'] : []

/** Runs a program of a machine to its end. */
function runInside([program = '', ...words]: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

test.each(MACHINES)('on %s, an archive serves, backs up, restores and upgrades', async () => {
  const root = await ensureBareRoot()
  const archive = await makeRelease(folder, 'tar.zst')
  const name = basename(archive)
  const places = { opt: join(folder, 'opt'), data: join(folder, 'data') }
  for (const path of Object.values(places)) await mkdir(path)
  cpSync(archive, join(places.opt, name))
  const inside = insideRoot(root, { '/opt': places.opt, '/srv': places.data })
  const began = performance.now()
  runInside([...inside, 'tar', '-C', '/opt', '-xf', `/opt/${name}`])
  const launcher = [...inside, `/opt/${name.replace('.tar.zst', '')}/polymuse`]
  const released = { launcher, environment: { DATA_DIR: '/srv/live' } }
  const seconds = ((await tryReleased(released)) - began) / 1000
  process.stdout.write(`From the archive to the first page: ${seconds.toFixed(1)} s\n`)
  runReleased(released, 'backup', '/srv/backups')
  expect(runReleased(released, 'check-ledger')).toContain('all agree with the ledger')
  expect(runReleased(released, 'check-audit')).toContain('the audit log is whole')
  expect(runReleased(released, 'upgrade', '--dry-run')).toContain('Nothing has to change')
  const [backup = ''] = globSync('polymuse-*', { cwd: join(places.data, 'backups') })
  const second = { launcher, environment: { DATA_DIR: '/srv/restored' } }
  expect(runReleased(second, 'restore', `/srv/backups/${backup}`)).toContain('Start Polymuse.')
  expect(runReleased(second, 'operator')).toBe('ada@example.com\n')
})

test.each(MACHINES)('on %s, the image serves from a root that nobody can write to', async () => {
  const root = await ensureBareRoot()
  const place = join(folder, 'image')
  await mkdir(place)
  const archive = await makeRelease(folder, 'tar.gz', '--quick')
  const began = performance.now()
  const image = buildImage(archive, root, place)
  const { User, Env, Entrypoint, Cmd } = image.config
  expect([User, Entrypoint, Cmd]).toEqual(['10001:10001', ['/opt/polymuse/polymuse'], ['start']])
  const data = join(folder, 'data')
  await mkdir(data)
  const [user = '', group = ''] = User.split(':')
  const launcher = [
    ...insideRoot(image.folder, { '/data': data }),
    '--unshare-user',
    '--uid',
    user,
    '--gid',
    group,
    '--cap-drop',
    'ALL',
    ...Entrypoint
  ]
  const set = Env.map(each => each.split('=')).filter(([name]) => name !== 'PATH')
  const environment = { ...Object.fromEntries(set), HOST: '127.0.0.1', PORT: '0' } as Record<
    string,
    string
  >
  const seconds = ((await tryReleased({ launcher, environment })) - began) / 1000
  process.stdout.write(`From an archive to the first page of its image: ${seconds.toFixed(1)} s\n`)
})
