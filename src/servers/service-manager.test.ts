import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notifyServiceManager } from '#servers/service-manager.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-systemd-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Puts a program in place of systemd's own, which writes its words into a file. */
async function placeProgram(): Promise<{ told: () => Promise<string[]> }> {
  const words = join(folder, 'words')
  const program = join(folder, 'systemd-notify')
  await writeFile(words, '')
  await writeFile(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> ${words}\n`)
  await chmod(program, 0o755)
  return { told: async () => (await readFile(words, 'utf8')).trim().split('\n') }
}

const underSystemd = (): Record<string, string> => ({
  PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  NOTIFY_SOCKET: '/run/notify',
  WATCHDOG_USEC: '60000'
})

test('systemd hears when the server starts, that it is alive, and when it stops', async () => {
  const { told } = await placeProgram()
  const failed = vi.fn()
  const stop = notifyServiceManager(underSystemd(), failed)
  await expect.poll(told).toEqual(expect.arrayContaining(['/run/notify READY=1']))
  await expect
    .poll(async () => (await told()).filter(line => line.endsWith('WATCHDOG=1')).length)
    .toBeGreaterThan(1)
  stop()
  await expect.poll(told).toContain('/run/notify STOPPING=1')
  expect(failed).not.toHaveBeenCalled()
})

test('a missing program is reported once, and the server goes on', async () => {
  const failed = vi.fn()
  const stop = notifyServiceManager({ ...underSystemd(), PATH: folder }, failed)
  await expect.poll(() => failed.mock.calls.length).toBe(1)
  stop()
  await expect.poll(() => failed.mock.calls.length).toBe(1)
})

test('outside of systemd no program is started', async () => {
  const { told } = await placeProgram()
  notifyServiceManager({ PATH: underSystemd()['PATH'] }, vi.fn())()
  expect(await told()).toEqual([''])
})
