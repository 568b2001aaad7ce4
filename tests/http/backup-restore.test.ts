import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#servers/lib/database/database.ts'
import { readManifest, type Manifest } from '#servers/operation/manifest.ts'
import { runCommand } from '../support/command.ts'
import type { Store } from '../support/database.ts'
import { BLOB, openBackupWorld, storesIn, type BackupWorld } from '../support/http-backups.ts'
import { look, oldStore, withDatabase } from '../support/old-database.ts'

let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
})
afterEach(() => world.close())

const blobsOf = ({ files }: Manifest): string[] =>
  files.flatMap(({ path }) => (path.startsWith('blobs/') ? [path.slice(9)] : []))

describe('a backup', () => {
  test('contains every file that its database names, although files come and go during the copy', async () => {
    await world.addFile('gone-after-the-first-look')
    const calls: string[] = []
    const disk = storesIn(world.store).blobs
    const made = await world.backUp(
      storesIn(world.store, {
        async get(key) {
          calls.push(key)
          if (key === BLOB)
            await world.addFile('comes-and-goes').then(() => world.addFile('comes-to-stay'))
          if (key === 'comes-and-goes') await world.dropFile(key)
          const body = await disk.get(key)
          if (key === 'gone-after-the-first-look') await world.dropFile(key)
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
    await world.restore(made)
    expect((await look(world.empty)).rows['file']?.map(row => row['id']).toSorted()).toEqual([
      BLOB,
      'comes-to-stay'
    ])
  })

  test('that fails or is stopped leaves nothing behind', async () => {
    const fail = async (): Promise<never> => {
      throw new Error('the store does not answer')
    }
    await expect(world.backUp(storesIn(world.store, { get: fail }))).rejects.toThrow(
      'the store does not answer'
    )
    const stop = new AbortController()
    const disk = storesIn(world.store).blobs
    const stopping = storesIn(world.store, {
      get(key) {
        stop.abort(new Error('stopped'))
        return disk.get(key)
      }
    })
    await expect(world.backUp(stopping, stop.signal)).rejects.toThrow()
    expect(await readdir(world.folder)).toEqual([])
  })

  test('reports in one sentence why it failed', async () => {
    expect(await runCommand('backup', world.store)).toEqual({
      code: 1,
      output: 'The backup failed: name a folder: backup <folder>, or set BACKUP_DIR\n'
    })
    const { code, output } = await runCommand('backup', world.empty, join(world.folder, 'new'))
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The backup failed: There is no[^\n]+\n$/)
    })
    const there = await world.backUp()
    await expect(world.backUp()).rejects.toThrow(`${there} is there already`)
    expect(await readdir(world.folder)).toHaveLength(1)
  })

  test('of an older schema is restored unchanged, and the next start upgrades it', async () => {
    const old = await oldStore()
    const before = await look(old)
    await world.restore(await world.backUp(storesIn(old)))
    expect(await look(world.empty)).toEqual(before)
    await (
      await openDatabase({
        url: world.empty.databaseUrl,
        dataDir: world.empty.dataDir,
        notice: () => undefined
      })
    ).close()
    expect((await look(world.empty)).rows['conversation']).toHaveLength(
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
        .values({ ...ids, message_id: null, text, grams: '{1}' })
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
  await withDatabase(world.store, db =>
    db.insertInto('conversation').values(conversation).execute()
  )
  for (const text of ['tides', 'waves']) await say(world.store, text)
  await world.restore(await world.backUp())
  await say(world.empty, 'the shore')
  const found = await withDatabase(world.empty, db =>
    db.selectFrom('passage').select('text').orderBy('id').execute()
  )
  expect(found.map(({ text }) => text)).toEqual(['tides', 'waves', 'the shore'])
})
