import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureChromium, withoutWindow } from './chromium.ts'

/** A PATH folder that holds only the programs that a test puts there. */
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-path-'))
  await symlink('/usr/bin/env', join(folder, 'env'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = (name: string, script: string): Promise<void> =>
  writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
const said = (): Promise<string> => readFile(join(folder, 'said'), 'utf8')
const ensure = (more: NodeJS.ProcessEnv = {}): Promise<string> =>
  ensureChromium({ PATH: folder, ...more })

async function packages(install: string): Promise<void> {
  await program('sudo', 'exec "$@"')
  await program(
    'apt-get',
    `echo "$DEBIAN_FRONTEND $*" >> ${folder}/said; case $1 in install) ${install};; esac`
  )
}

test.each(['chromium', 'chromium-browser', 'google-chrome'])(
  'the tests use %s if it is installed',
  async name => {
    await program(name, '')
    expect(await ensure()).toBe(join(folder, name))
  }
)

test('the tests use the program in CHROMIUM_PATH, and fail with its path if it does not exist', async () => {
  await program('mine', '')
  expect(await ensure({ CHROMIUM_PATH: join(folder, 'mine') })).toBe(join(folder, 'mine'))
  await expect(ensure({ CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow('/nowhere/chromium')
})

test('a missing browser is installed without questions', async () => {
  await packages(`printf '' > ${folder}/chromium`)
  expect(await ensure()).toBe(join(folder, 'chromium'))
  expect(await said()).toBe(
    'noninteractive update\nnoninteractive install -y --no-install-recommends chromium\n'
  )
})

test('a failed installation ends with advice', async () => {
  await packages('exit 100')
  await expect(ensure()).rejects.toThrow(
    /need chromium, and ".*apt-get install.*" failed\. Install it, or set CHROMIUM_PATH\./
  )
})

test('a missing apt-get ends with advice', async () => {
  await expect(ensure()).rejects.toThrow('set CHROMIUM_PATH')
})

describe('the build without a window', () => {
  const shell = 'chromium-headless-shell'

  test('is used if it is installed', async () => {
    await program(shell, '')
    expect(await withoutWindow('/whole', { PATH: folder })).toBe(join(folder, shell))
  })

  test('is installed if the user is root', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    await packages(`printf '' > ${folder}/${shell}`)
    expect(await withoutWindow('/whole', { PATH: folder })).toBe(join(folder, shell))
  })

  test.each([
    ['it cannot be installed', 0],
    ['the user is not root', 1000]
  ])('is replaced by the whole browser if %s', async (_, uid) => {
    vi.spyOn(process, 'getuid').mockReturnValue(uid)
    await packages('exit 100')
    expect(await withoutWindow('/whole', { PATH: folder })).toBe('/whole')
  })

  test('is not used if CHROMIUM_PATH names a browser', async () => {
    await program(shell, '')
    expect(await withoutWindow('/mine', { PATH: folder, CHROMIUM_PATH: '/mine' })).toBe('/mine')
  })
})
