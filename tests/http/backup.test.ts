import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Conversation } from '#contract/conversation.ts'
import { readConfig } from '#servers/config.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { createS3Blobs } from '#servers/lib/blobs-s3.ts'
import { createDiskBlobs } from '#servers/lib/blobs.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createSecrets, readOrCreateSecret } from '#servers/lib/secrets.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { readManifest } from '#servers/operation/manifest.ts'
import { runCommand } from '../support/command.ts'
import { freshStore, type Store } from '../support/database.ts'
import {
  deleteFile,
  expectFilesWhole,
  repeat,
  storeFile,
  TRICKY
} from '../support/http-live-files.ts'
import { startS3Server } from '../support/s3-server.ts'
import {
  BASE,
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let live: Store
let empty: Store
let folder: string
const opened: TestStudio[] = []

beforeEach(async () => {
  live = await freshStore()
  empty = await freshStore()
  folder = await mkdtemp(join(tmpdir(), 'polymuse-backup-'))
})
afterEach(async () => {
  for (const studio of opened.splice(0)) {
    await studio.close()
    await studio.context.close()
  }
  await live.remove()
  await empty.remove()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Opens the servers on the given store with its own secret and files, as an operator’s process
 * does.
 */
async function studioOn(store: Store): Promise<TestStudio> {
  const studio = await openStudio({
    database: await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir }),
    config: readConfig({ DATA_DIR: store.dataDir }),
    blobs: createDiskBlobs(join(store.dataDir, 'blobs')),
    secrets: createSecrets(readOrCreateSecret(store.dataDir))
  })
  opened.push(studio)
  return studio
}

function ask(studio: TestStudio, { credential }: TestPerson, question: string): Promise<string> {
  const call = studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question },
    token: credential.token
  })
  return call.then(frames).then(({ frames: all }) => String(all[0]?.['id']))
}

/** Creates a user with more credits than a test can spend. */
async function richPerson(studio: TestStudio): Promise<TestPerson> {
  const ada = await person(studio)
  const booking = {
    applicationId: ada.application.id,
    fund: 'sandbox' as const,
    reference: 'order',
    amount: 1e12,
    now: studio.context.clock.now()
  }
  await studio.context.database.transaction(tx => credit(tx, 'order', booking))
  return ada
}

async function runBackup(): Promise<{ path: string; output: string }> {
  const { code, output } = await runCommand('backup', live, folder)
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('The backup is whole: ')
  })
  return { path: /The backup is whole: (.*)\n/.exec(output)?.[1] ?? '', output }
}

test('a backup of a studio in use is consistent and restores conversations, files and keys', async () => {
  const studio = await studioOn(live)
  const ada = await richPerson(studio)
  const id = await ask(studio, ada, `Tell me of tides ${TRICKY} [sandbox:tokens=40]`)
  const before = await json<Conversation>(
    studio.call('/aichat/conversations', {
      json: { action: 'retrieve', id },
      token: ada.credential.token
    })
  )
  const file = await storeFile(studio, Buffer.from(TRICKY.repeat(1000)))
  // Sixty files are added before a file is deleted, which takes longer than one copy. A file that
  // is both added and deleted during one copy would be a race.
  const others: string[] = []
  while (others.length < 60)
    others.push(await storeFile(studio, Buffer.from(`goes while it is copied ${others.length}`)))

  const stopAsking = repeat(() => ask(studio, ada, 'Go on [sandbox:tokens=5]'))
  const stopKeeping = repeat(async () => {
    others.push(await storeFile(studio, Buffer.from(`file ${others.length}`)))
    await deleteFile(studio, others.shift() ?? '')
  })
  const { path, output } = await runBackup()
  const [questionCount, fileCount] = [await stopAsking(), await stopKeeping()]
  expect(Math.min(questionCount, fileCount), 'the studio was used meanwhile').toBeGreaterThan(1)
  expect(output).not.toContain('Warning')

  const restored = await runCommand('restore', empty, path)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Start Polymuse') })
  const restoredStudio = await studioOn(empty)
  const call = (body: Record<string, unknown>): Promise<Response> =>
    restoredStudio.call('/aichat/conversations', { json: body, token: ada.credential.token })
  expect(await json<Conversation>(call({ action: 'retrieve', id }))).toEqual(before)
  expect(before.messages?.[0]?.content).toContain(TRICKY)
  await expectFilesWhole(restoredStudio.context.database, empty.dataDir)
  expect(await readFile(join(empty.dataDir, 'blobs', file.slice(0, 2), file), 'utf8')).toBe(
    TRICKY.repeat(1000)
  )

  // The token decrypts only with the secret that encrypted it.
  const [application] = (
    await json<{ items: Application[] }>(
      restoredStudio.call('/api/v1/applications/', { token: ada.token.access_token })
    )
  ).items
  expect(application?.credentials.find(({ host }) => host === BASE)?.token).toBe(
    ada.credential.token
  )
  const ledger = await checkLedger(restoredStudio.context.database, {
    now: restoredStudio.context.clock.now()
  })
  expect(ledger.disagreements).toEqual([])
  await ask(restoredStudio, ada, 'And on')
})

test('the ledger of a studio in use agrees at every moment', async () => {
  const studio = await studioOn(live)
  const ada = await richPerson(studio)
  const stop = [
    repeat(() => ask(studio, ada, 'Go on [sandbox:tokens=1500]')),
    repeat(() => ask(studio, ada, 'Break [sandbox:break]'))
  ]
  for (let times = 0; times < 3; times++) {
    expect(await runCommand('check-ledger', live)).toMatchObject({
      code: 0,
      output: expect.stringContaining('all agree')
    })
  }
  for (const end of stop) await end()
})

test('a backup lists its content and is readable only by its owner', async () => {
  const studio = await studioOn(live)
  const blob = await storeFile(studio, Buffer.from('bytes'))
  const { path, output } = await runBackup()
  expect(path).toMatch(/\/polymuse-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
  expect(output).toMatch(/^Database: schema \d+, \d+ rows in \d+ tables\nFiles: 1\nSecret: with it/)
  const { files, tables, ...manifest } = await readManifest(path)
  expect(manifest).toMatchObject({ format: 1, kind: live.kind, missing: [] })
  expect(tables).toMatchObject({ file: 1, user: 0, ledger: 0 })
  expect(tables).not.toHaveProperty('schema_version')
  const database =
    live.kind === 'sqlite'
      ? ['polymuse.db']
      : Object.keys(tables).map(table => `tables/${table}.jsonl.gz`)
  expect(files.map(each => each.path)).toEqual([
    ...database,
    'secret',
    `blobs/${blob.slice(0, 2)}/${blob}`
  ])
  const top = live.kind === 'sqlite' ? ['polymuse.db'] : ['tables']
  expect((await readdir(path)).toSorted()).toEqual(
    ['blobs', 'manifest.json', ...top, 'secret'].toSorted()
  )
  const modes = await Promise.all(
    [path, join(path, 'secret')].map(async each => ((await stat(each)).mode & 0o777).toString(8))
  )
  expect(modes).toEqual(['700', '600'])
  expect(await readdir(folder)).toHaveLength(1)
})

test('a backup lists a file that was already lost as missing and keeps the rest', async () => {
  const studio = await studioOn(live)
  const lost = await storeFile(studio, Buffer.from('lost'))
  await storeFile(studio, Buffer.from('there'))
  await studio.context.blobs.delete(lost)
  const { path, output } = await runBackup()
  expect(output).toContain(
    `Warning: files that the database names and that were lost before: 1 (${lost})`
  )
  expect((await readManifest(path)).missing).toEqual([lost])
  expect(await runCommand('restore', empty, path)).toMatchObject({
    code: 0,
    output: expect.stringContaining('made: 1\n')
  })
})

test('files of a bucket are backed up from it, tried without it, and restored into it', async () => {
  const [bucket, other] = [await startS3Server(), await startS3Server()]
  const studio = await studioOn(live)
  const { storage } = readConfig({ STORAGE_URL: bucket.url })
  const context = {
    ...studio.context,
    ...(storage && { blobs: createS3Blobs({ ...storage, fetch: operatorFetch }) })
  }
  const file = await storeFile({ ...studio, context }, Buffer.from(TRICKY))
  const backup = await runCommand('backup', { ...live, storageUrl: bucket.url }, folder)
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('Files: 1\n') })
  const [made = ''] = await readdir(folder)
  const before = new Map(bucket.objects)
  expect(
    await runCommand('backup', { ...live, storageUrl: bucket.url }, '--drill', join(folder, made))
  ).toMatchObject({ code: 0, output: expect.stringContaining('The ledger agrees.') })
  expect([bucket.objects, await readdir(folder)]).toEqual([before, [made]])
  expect(
    await runCommand('restore', { ...empty, storageUrl: other.url }, join(folder, made))
  ).toMatchObject({ code: 0 })
  expect([...other.objects.keys()]).toEqual([file])
  expect(other.objects).toEqual(bucket.objects)
  for (const server of [bucket, other]) await server.close()
})
