import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createDiskBlobs, type Blobs } from '#servers/lib/blobs.ts'
import { readOrCreateSecret } from '#servers/lib/secrets.ts'
import { backup } from '#servers/operation/backup.ts'
import type { Manifest } from '#servers/operation/manifest.ts'
import { restore } from '#servers/operation/restore.ts'
import { listDataTables } from '#servers/operation/snapshot.ts'
import type { Stores } from '#servers/operation/stores.ts'
import { freshStore, type Store } from './database.ts'
import { withDatabase } from './old-database.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
/** The one file of a new store. */
export const BLOB = 'abcdefgh'

/** A store with one file, an empty store, and a folder for backups. */
export type BackupWorld = {
  store: Store
  empty: Store
  folder: string
  /**
   * Backs up the store.
   * @returns the path of the backup
   */
  backUp(stores?: Stores, signal?: AbortSignal): Promise<string>
  /** Restores a backup into the empty store. */
  restore(from: string, into?: Stores): Promise<Manifest>
  addFile(blob: string): Promise<void>
  dropFile(blob: string): Promise<void>
  close(): Promise<void>
}

export async function openBackupWorld(): Promise<BackupWorld> {
  const store = await freshStore(undefined, true)
  const empty = await freshStore()
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-backup-'))
  readOrCreateSecret(store.dataDir)
  await addFile(store, BLOB)
  return {
    store,
    empty,
    folder,
    backUp: (stores = storesIn(store), signal = new AbortController().signal) =>
      backup(stores, folder, NOW, { say: () => undefined, signal }),
    restore: (from, into = storesIn(empty)) =>
      restore(into, from, { say: () => undefined, signal: new AbortController().signal }),
    addFile: blob => addFile(store, blob),
    async dropFile(blob) {
      await withDatabase(store, db => db.deleteFrom('file').where('id', '=', blob).execute())
      await storesIn(store).blobs.delete(blob)
    },
    async close() {
      for (const each of [store, empty]) await each.remove()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/**
 * Describes the place of a store's rows and files. `blobs` replaces methods of the file storage.
 */
export function storesIn({ dataDir, databaseUrl }: Store, blobs?: Partial<Blobs>): Stores {
  const disk = createDiskBlobs(join(dataDir, 'blobs'))
  return {
    place: { url: databaseUrl, dataDir },
    blobs: { ...disk, ...blobs },
    blobFolder: blobs === undefined ? join(dataDir, 'blobs') : null
  }
}

async function addFile(store: Store, blob: string): Promise<void> {
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

/** Expects a store to have no file and no table. */
export async function expectEmpty(store: Store): Promise<void> {
  expect(await readdir(store.dataDir)).toEqual([])
  if (store.kind === 'postgres')
    expect(await withDatabase(store, db => listDataTables(db))).toEqual([])
}
