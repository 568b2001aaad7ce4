import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Overview } from '#contract/operation.ts'
import { makeDueBackup, startBackupWatch, type CommandRunner } from '#servers/backup-watch.ts'
import { readOrCreateSecret } from '#servers/lib/secrets.ts'
import { readBackupState } from '#servers/backup-state.ts'
import { runCommand } from '../support/command.ts'
import { freshContext, type TestContext } from '../support/context.ts'
import { json, openStudio, person } from '../support/studio.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let folder = ''
let context: TestContext
const SIGNAL = new AbortController().signal
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-schedule-'))
  context = await freshContext({ environment: { BACKUP_DIR: folder, BACKUP_KEEP: '1' } })
  readOrCreateSecret(context.config.dataDir)
})
afterEach(async () => {
  await context.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the real commands with the settings of a context. */
const real: CommandRunner = ([script = '', ...args]) => {
  const { dataDir, databaseUrl, backups } = context.config
  const environment = { BACKUP_DIR: backups.folder ?? '', BACKUP_KEEP: String(backups.keep) }
  return runCommand(script, { dataDir, databaseUrl, environment }, ...args).then(
    ({ code, output }) => ({ code: code ?? 1, output })
  )
}

/** Notes what it is asked to run. */
function noted(code = 0, output = ''): { run: CommandRunner; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    run: args => {
      asked.push(args.join(' '))
      return Promise.resolve({ code, output })
    }
  }
}

test('a backup is made when it is due, old ones are removed, and the newest is tried weekly', async () => {
  await mkdir(join(folder, 'polymuse-of-mine'))
  await mkdir(join(folder, '.drill-abc123'))
  await utimes(join(folder, '.drill-abc123'), 1, 1)
  await makeDueBackup(context, real, SIGNAL)
  const [first = ''] = (await readdir(folder)).toSorted()
  expect(first).toMatch(/^polymuse-20\d\d-/)
  expect(await readBackupState(context)).toMatchObject({
    doneAt: context.clock.now(),
    failedAt: null,
    drillAt: null
  })

  await makeDueBackup(context, real, SIGNAL)
  expect(await readBackupState(context)).toMatchObject({ drillAt: null })
  context.clock.advance(HOUR)
  await makeDueBackup(context, real, SIGNAL)
  expect(await readBackupState(context)).toMatchObject({
    drillAt: context.clock.now(),
    drillReason: ''
  })

  context.clock.advance(DAY)
  await makeDueBackup(context, real, SIGNAL)
  const left = (await readdir(folder)).toSorted()
  expect(left).toHaveLength(2)
  expect(left).not.toContain(first)
  expect(left).toContain('polymuse-of-mine')
})

test('several processes make one backup, and one that takes long is not begun again', async () => {
  const { run, asked } = noted()
  await Promise.all([1, 2, 3].map(() => makeDueBackup(context, run, SIGNAL)))
  expect(asked).toEqual(['backup'])
  context.clock.advance(DAY)
  await makeDueBackup(context, run, SIGNAL)
  expect(asked).toEqual(['backup', 'backup'])
})

test('a failed backup is tried again after an hour, and its reason is kept until one succeeds', async () => {
  const bad = noted(1, 'The backup failed: no space')
  await makeDueBackup(context, bad.run, SIGNAL)
  await makeDueBackup(context, bad.run, SIGNAL)
  expect(bad.asked).toHaveLength(1)
  expect(await readBackupState(context)).toMatchObject({
    failedAt: context.clock.now(),
    reason: 'The backup failed: no space'
  })
  context.clock.advance(HOUR)
  await makeDueBackup(context, noted().run, SIGNAL)
  expect(await readBackupState(context)).toMatchObject({
    doneAt: context.clock.now(),
    failedAt: null,
    reason: ''
  })
})

test('a stop ends a running backup, and is no failure', async () => {
  const ending = new AbortController()
  await makeDueBackup(
    context,
    () => {
      ending.abort()
      return Promise.resolve({ code: 1, output: 'it was stopped' })
    },
    ending.signal
  )
  expect(await readBackupState(context)).toMatchObject({ doneAt: null, failedAt: null })
  await startBackupWatch(context, noted().run).stop()
})

test('a backup whose files were changed fails the trial', async () => {
  await makeDueBackup(context, real, SIGNAL)
  const [name = ''] = await readdir(folder)
  const paths = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  const file = paths.find(each => each.isFile() && each.name !== 'manifest.json')
  await appendFile(join(file?.parentPath ?? '', file?.name ?? ''), 'x')
  context.clock.advance(HOUR)
  await makeDueBackup(context, real, SIGNAL)
  const { drillAt, drillFailedAt, drillReason } = await readBackupState(context)
  expect([drillAt, drillFailedAt]).toEqual([null, context.clock.now()])
  expect(drillReason).toMatch(/^The drill failed: /)
  expect(await readdir(folder)).toEqual([name])
})

test('a backup whose ledger is wrong fails the trial', async () => {
  const studio = await openStudio({ environment: { BACKUP_DIR: folder } })
  const ada = await person(studio)
  await studio.context.database.db.updateTable('fund').set({ remaining: 5 }).execute()
  const { dataDir, databaseUrl } = studio.context.config
  readOrCreateSecret(dataDir)
  const place = { dataDir, databaseUrl, environment: { BACKUP_DIR: folder } }
  expect((await runCommand('backup', place)).code).toBe(0)
  const { code, output } = await runCommand('backup', place, '--drill')
  expect([code, output]).toEqual([1, expect.stringMatching(/its ledger has \d+ difference/)])
  expect(await readdir(folder)).toHaveLength(1)
  const { backups } = await json<Overview>(
    studio.call('/api/v1/operation/overview', { token: ada.token.access_token })
  )
  expect(backups).toMatchObject({ done_at: null, failed_at: null, reason: '' })
  await studio.close()
  await studio.context.close()
})

test('the commands say so when there is no folder, or no backup in it', async () => {
  const { dataDir, databaseUrl } = context.config
  const place = { dataDir, databaseUrl }
  const none = await runCommand('backup', place)
  expect([none.code, none.output]).toEqual([1, expect.stringContaining('or set BACKUP_DIR')])
  const empty = await runCommand(
    'backup',
    { ...place, environment: { BACKUP_DIR: folder } },
    '--drill'
  )
  expect([empty.code, empty.output]).toEqual([
    1,
    expect.stringContaining(`There is no backup in ${folder} yet.`)
  ])
  await writeFile(join(folder, 'file'), '')
  const into = { BACKUP_DIR: join(folder, 'file') }
  const blocked = await runCommand('backup', { ...place, environment: into })
  expect([blocked.code, blocked.output]).toEqual([1, expect.stringMatching(/^The backup failed: /)])
})
