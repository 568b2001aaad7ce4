import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskBlobs, type Blobs } from '#servers/lib/blobs.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { keptSecret } from '#servers/lib/secrets.ts'
import { backup } from '#servers/operation/backup.ts'
import { readManifest, type Manifest } from '#servers/operation/manifest.ts'
import { restore } from '#servers/operation/restore.ts'
import { tablesOf } from '#servers/operation/snapshot.ts'
import type { Stores } from '#servers/operation/stores.ts'
import { runCommand } from '../support/command.ts'
import { freshStore, type Store } from '../support/database.ts'
import { look, oldStore, withDatabase } from '../support/old-database.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const BLOB = 'abcdefgh'

let store: Store
let empty: Store
let folder: string
let printed: string[]

beforeEach(async () => {
  store = await freshStore(undefined, true)
  empty = await freshStore()
  folder = await mkdtemp(join(tmpdir(), 'polymuse-backup-'))
  printed = []
  keptSecret(store.dataDir)
  await addFile(BLOB)
})
afterEach(async () => {
  for (const each of [store, empty]) await each.remove()
  await rm(folder, { recursive: true, force: true })
})

const storesIn = ({ dataDir, databaseUrl }: Store, blobs?: Partial<Blobs>): Stores => {
  const disk = createDiskBlobs(join(dataDir, 'blobs'))
  return {
    place: { url: databaseUrl, dataDir },
    blobs: { ...disk, ...blobs },
    blobFolder: blobs === undefined ? join(dataDir, 'blobs') : null
  }
}
const reporting = (signal = new AbortController().signal) => ({
  say: (line: string) => void printed.push(line),
  signal
})
const backUp = (stores = storesIn(store), signal?: AbortSignal): Promise<string> =>
  backup(stores, folder, NOW, reporting(signal))
const restoreTo = (from: string, into = storesIn(empty)): Promise<Manifest> =>
  restore(into, from, reporting())

async function addFile(blob: string): Promise<void> {
  await storesIn(store).blobs.put(blob, new Blob([blob]).stream(), 100)
  const row = {
    user_id: 'u',
    purpose: 'upload' as const,
    name: 'f',
    type: 'text/plain',
    size: 8,
    sha256: '',
    run_id: null,
    created_at: 1
  }
  await withDatabase(store, db =>
    db
      .insertInto('file')
      .values({ id: blob, blob, ...row })
      .execute()
  )
}

async function dropFile(blob: string): Promise<void> {
  await withDatabase(store, db => db.deleteFrom('file').where('id', '=', blob).execute())
  await storesIn(store).blobs.delete(blob)
}

const blobsOf = ({ files }: Manifest): string[] =>
  files.flatMap(({ path }) => (path.startsWith('blobs/') ? [path.slice(9)] : []))

async function expectNothing(place: Store): Promise<void> {
  expect(await readdir(place.dataDir)).toEqual([])
  if (place.kind === 'postgres') expect(await withDatabase(place, db => tablesOf(db))).toEqual([])
}

describe('a backup', () => {
  test('contains every file that its database names, although files come and go during the copy', async () => {
    await addFile('gone-after-the-first-look')
    const calls: string[] = []
    const disk = storesIn(store).blobs
    const made = await backUp(
      storesIn(store, {
        async get(key) {
          calls.push(key)
          if (key === BLOB) await addFile('comes-and-goes').then(() => addFile('comes-to-stay'))
          if (key === 'comes-and-goes') await dropFile(key)
          const body = await disk.get(key)
          if (key === 'gone-after-the-first-look') await dropFile(key)
          return body
        }
      })
    )
    const manifest = await readManifest(made)
    expect(calls.toSorted()).toEqual([
      BLOB,
      'comes-and-goes',
      'comes-to-stay',
      'gone-after-the-first-look'
    ])
    expect(blobsOf(manifest).toSorted()).toEqual([BLOB, 'comes-to-stay'])
    expect(manifest).toMatchObject({ missing: [], tables: { file: 2 } })
    await restoreTo(made)
    expect((await look(empty)).rows['file']?.map(row => row['id']).toSorted()).toEqual([
      BLOB,
      'comes-to-stay'
    ])
  })

  test('that fails or is stopped leaves nothing behind', async () => {
    const fail = async (): Promise<never> => {
      throw new Error('the store does not answer')
    }
    await expect(backUp(storesIn(store, { get: fail }))).rejects.toThrow(
      'the store does not answer'
    )
    const stop = new AbortController()
    const disk = storesIn(store).blobs
    const stopping = storesIn(store, {
      get(key) {
        stop.abort(new Error('stopped'))
        return disk.get(key)
      }
    })
    await expect(backUp(stopping, stop.signal)).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })

  test('that cannot be made says why in one sentence', async () => {
    expect(await runCommand('backup', store)).toEqual({
      code: 1,
      output: 'The backup failed: name a folder: npm run backup -- <folder>\n'
    })
    const { code, output } = await runCommand('backup', empty, join(folder, 'new'))
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The backup failed: There is no[^\n]+\n$/)
    })
    const there = await backUp()
    await expect(backUp()).rejects.toThrow(`${there} is there already`)
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('of an older schema is restored unchanged, and the next start upgrades it', async () => {
    const old = await oldStore()
    const before = await look(old)
    await restoreTo(await backUp(storesIn(old)))
    expect(await look(empty)).toEqual(before)
    await (
      await openDatabase({
        url: empty.databaseUrl,
        dataDir: empty.dataDir,
        notice: () => undefined
      })
    ).close()
    expect((await look(empty)).rows['conversation']).toHaveLength(
      before.rows['conversation']?.length ?? 0
    )
    await old.remove()
  })
})

test('rows that are added after a restore do not reuse existing ids', async () => {
  const ids = { user_id: 'u', conversation_id: 'c' }
  const say = (place: Store, text: string): Promise<unknown> =>
    withDatabase(place, db =>
      db
        .insertInto('passage')
        .values({ ...ids, message_id: null, text })
        .execute()
    )
  const times = { created_at: 1, updated_at: 1 }
  const conversation = {
    id: 'c',
    user_id: 'u',
    application_id: 'a',
    origin: '',
    model: 'm',
    title: 't',
    listed: 1,
    ...times
  }
  await withDatabase(store, db => db.insertInto('conversation').values(conversation).execute())
  for (const text of ['tides', 'waves']) await say(store, text)
  await restoreTo(await backUp())
  await say(empty, 'the shore')
  const found = await withDatabase(empty, db =>
    db.selectFrom('passage').select('text').orderBy('id').execute()
  )
  expect(found.map(({ text }) => text)).toEqual(['tides', 'waves', 'the shore'])
})

describe('nothing is restored', () => {
  const change = async (
    path: string,
    edit: (manifest: Record<string, unknown>) => unknown
  ): Promise<void> => {
    const file = join(path, 'manifest.json')
    await writeFile(
      file,
      JSON.stringify(edit(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>))
    )
  }

  test.each<[string, (path: string) => Promise<unknown>, string]>([
    ['from a folder that is no backup', path => rm(join(path, 'manifest.json')), 'is no backup'],
    [
      'from a truncated manifest',
      path => writeFile(join(path, 'manifest.json'), '{"format":'),
      'damaged'
    ],
    [
      'from a manifest of a newer format',
      path => change(path, manifest => ({ ...manifest, format: 2 })),
      'newer Polymuse'
    ],
    [
      'from a manifest that names a file outside',
      path =>
        change(path, manifest => ({
          ...manifest,
          files: [{ path: '../../etc/passwd', size: 1, sha256: '0'.repeat(64) }]
        })),
      'damaged'
    ],
    [
      'from a newer schema',
      path => change(path, manifest => ({ ...manifest, schema: 99 })),
      'The backup has schema 99'
    ],
    [
      'from another kind of database',
      path =>
        change(path, manifest => ({
          ...manifest,
          kind: manifest['kind'] === 'sqlite' ? 'postgres' : 'sqlite'
        })),
      'The backup is of'
    ],
    [
      'when a file is missing',
      path => rm(join(path, 'blobs/ab', BLOB)),
      `blobs/ab/${BLOB} is missing. Nothing was restored.`
    ],
    [
      'when a file is damaged',
      path => writeFile(join(path, 'secret'), 'x'.repeat(43)),
      'secret is damaged. Nothing was restored.'
    ],
    [
      'when the rows differ from the manifest',
      path => change(path, manifest => ({ ...manifest, tables: { file: 2 } })),
      'other rows than the backup: file 1 of 2'
    ]
  ])('%s', async (_, damage, sentence) => {
    const made = await backUp()
    await damage(made)
    await expect(restoreTo(made)).rejects.toThrow(sentence)
    await expectNothing(empty)
  })

  test('into a folder that is not empty', async () => {
    const made = await backUp()
    await writeFile(join(empty.dataDir, 'note'), 'mine')
    await expect(restoreTo(made)).rejects.toThrow(
      `${empty.dataDir} is not empty (note). Stop Polymuse and move it away`
    )
    expect(await readdir(empty.dataDir)).toEqual(['note'])
  })

  test('into a database that is not empty', async () => {
    if (store.kind === 'sqlite') return
    const made = await backUp()
    const before = await look(store)
    await expect(restoreTo(made, storesIn({ ...store, dataDir: empty.dataDir }))).rejects.toThrow(
      'The database is not empty'
    )
    expect(await look(store)).toEqual(before)
    expect(await readdir(empty.dataDir)).toEqual([])
  })

  test('in part: an interrupted restore is cleared away, and a failed one is undone', async () => {
    const made = await backUp()
    const full = async (): Promise<never> => {
      throw new Error('no space left')
    }
    await expect(restoreTo(made, storesIn(empty, { put: full }))).rejects.toThrow('no space left')
    await expectNothing(empty)
    await mkdir(join(empty.dataDir, '.restoring'))
    await cp(made, join(empty.dataDir, '.restoring', 'half'), { recursive: true })
    await restoreTo(made)
    expect((await readdir(empty.dataDir)).toSorted()).toEqual([
      'blobs',
      ...(store.kind === 'sqlite' ? ['polymuse.db'] : []),
      'secret'
    ])
  })
})

test('the restore command says in one sentence why nothing was restored', async () => {
  const { code, output } = await runCommand('restore', empty, folder)
  expect({ code, output }).toEqual({
    code: 1,
    output: `The backup was not restored: ${folder} is no backup: it has no manifest.json.\n`
  })
})
