import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#servers/lib/database/database.ts'
import { randomToken } from '#servers/lib/secrets.ts'
import type { TestStudio } from './studio.ts'

/**
 * Text that is easily broken on its way: line ends of Unicode, characters that JSON escapes, a
 * surrogate pair.
 */
export const TRICKY = 'one\u2028two\u2029three\r\nfour\t"five"\\six\u0001 \u{1F389} 你好'

/** Stores a file in the order of the file store: first the bytes, then the row that names them. */
export async function storeFile({ context }: TestStudio, bytes: Buffer): Promise<string> {
  const blob = randomToken()
  await context.blobs.put(blob, new Blob([new Uint8Array(bytes)]).stream(), bytes.length)
  const row = {
    user_id: 'u',
    purpose: 'upload' as const,
    name: 'f',
    type: 'text/plain',
    size: bytes.length,
    run_id: null,
    created_at: 1
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await context.database.db
    .insertInto('file')
    .values({ id: blob, blob, sha256, ...row })
    .execute()
  return blob
}

/**
 * Deletes a file in the same steps as the file store: empties its row, then deletes its bytes and
 * its row.
 */
export async function deleteFile({ context }: TestStudio, id: string): Promise<void> {
  await context.database.db.updateTable('file').set({ blob: '' }).where('id', '=', id).execute()
  await context.blobs.delete(id)
  await context.database.db.deleteFrom('file').where('id', '=', id).execute()
}

/**
 * Repeats `work` until the returned function is called, which resolves to the number of repeats.
 */
export function repeat(work: () => Promise<unknown>): () => Promise<number> {
  const stop = new AbortController()
  const done = (async () => {
    let times = 0
    for (; !stop.signal.aborted; times++) {
      await work()
      // Let other work run: with SQLite, `work` may never wait for anything but promises.
      await nextTurn()
    }
    return times
  })()
  return () => {
    stop.abort()
    return done
  }
}

/** Expects the bytes of every stored file to match their checksum. */
export async function expectFilesWhole(database: Database, dataDir: string): Promise<void> {
  const rows = await database.db.selectFrom('file').selectAll().where('blob', '!=', '').execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { blob, sha256 } of rows) {
    const bytes = await readFile(join(dataDir, 'blobs', blob.slice(0, 2), blob))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
}
