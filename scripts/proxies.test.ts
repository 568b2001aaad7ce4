import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureOpenssl, ensureProgram } from './proxies.ts'

/** A PATH folder that holds only the programs that a test puts there. */
let folder = ''
let unpacked = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-path-'))
  unpacked = join(folder, 'unpacked')
  for (const name of ['env', 'mkdir', 'touch'])
    await symlink(`/usr/bin/${name}`, join(folder, name))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = (name: string, script: string): Promise<void> =>
  writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
const said = (): Promise<string> => readFile(join(folder, 'said'), 'utf8')
const ensure = (more: NodeJS.ProcessEnv = {}): Promise<string> =>
  ensureProgram('caddy', { PATH: folder, ...more }, unpacked)

/**
 * Creates fakes of Debian's tools.
 * @param download the script that `apt-get download` runs
 */
async function packages(download: string): Promise<void> {
  await program('sudo', 'exec "$@"')
  await program(
    'apt-get',
    `echo "apt-get $*" >> ${folder}/said; case $1 in download) ${download};; install) touch ${folder}/installed;; esac`
  )
  await program(
    'dpkg-deb',
    `echo "dpkg-deb $*" >> ${folder}/said; mkdir -p usr/bin; touch usr/bin/caddy`
  )
}

test('a web server is taken from the system, or from the path in the environment', async () => {
  await program('caddy', '')
  expect(await ensure()).toBe(join(folder, 'caddy'))
  expect(await ensure({ CADDY_PATH: '/opt/caddy' })).toBe('/opt/caddy')
})

test('a missing web server is unpacked once, and nothing is installed', async () => {
  await packages('touch caddy_2_amd64.deb')
  const own = join(unpacked, 'usr/bin/caddy')
  expect([await ensure(), await ensure()]).toEqual([own, own])
  expect(await said()).toBe('apt-get download caddy\ndpkg-deb --extract caddy_2_amd64.deb .\n')
})

test('the package lists are updated if apt has none', async () => {
  await packages(
    `[ -e ${folder}/listed ] || { touch ${folder}/listed; exit 100; }; touch caddy_2_amd64.deb`
  )
  await ensure()
  expect(await said()).toBe(
    'apt-get download caddy\napt-get update\napt-get download caddy\ndpkg-deb --extract caddy_2_amd64.deb .\n'
  )
})

test('a failed download ends with advice', async () => {
  await packages('exit 100')
  await expect(ensure()).rejects.toThrow(
    'The tests need caddy, and "apt-get download caddy" failed. Install caddy, or set CADDY_PATH.'
  )
})

test('openssl is installed only if it is missing', async () => {
  await packages('')
  await ensureOpenssl({ PATH: folder })
  expect(await said()).toBe('apt-get update\napt-get install -y --no-install-recommends openssl\n')
  await program('openssl', '')
  await ensureOpenssl({ PATH: folder })
  expect((await said()).split('\n')).toHaveLength(3)
})
