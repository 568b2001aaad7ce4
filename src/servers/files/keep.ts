import type { Selectable } from 'kysely'
import { Problem } from '#core/problem.ts'
import { sniffStreamType } from '#servers/files/content-type.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { FileTable } from '#servers/lib/database/tables.ts'
import { checkFileStorage } from '#servers/lib/storage.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

export type FileRow = Selectable<FileTable>

type Needs = Pick<Context, 'database' | 'blobs' | 'clock'>

export type NewFile = {
  userId: string
  purpose: FileRow['purpose']
  name: string
  runId: string | null
  /** Expected bytes, if known. They count towards the user's quota from now on. */
  size?: number
}

/**
 * Returns the name of a file's blob. It is not the id, so that listing blobs does not reveal
 * addresses.
 */
export function blobKey(id: string): string {
  return hashToken(id)
}

/**
 * Creates a row for a file whose bytes will come. Until then its `blob` is empty, nobody can open
 * it, no list shows it, and a sweep removes it if the bytes never come.
 */
export async function reserveFile(
  { database, clock }: Needs,
  file: NewFile,
  id: string = randomToken()
): Promise<string> {
  await database.db
    .insertInto('file')
    .values({
      id,
      user_id: file.userId,
      purpose: file.purpose,
      name: file.name,
      type: '',
      size: file.size ?? 0,
      sha256: '',
      blob: '',
      run_id: file.runId,
      created_at: clock.now()
    })
    .execute()
  return id
}

/**
 * Gives the files of a run to the run's current owner, since a guest may have signed up during the
 * run. The transaction is the one that ends the run.
 */
export async function transferFiles(
  tx: Queries,
  { id, user_id }: Pick<RunRow, 'id' | 'user_id'>
): Promise<void> {
  await tx
    .updateTable('file')
    .set({ user_id })
    .where('run_id', '=', id)
    .where('user_id', '!=', user_id)
    .execute()
}

/**
 * Reserves a file as `reserveFile` does, for an upload, if its user has room. The row is inserted
 * before the check, so that concurrent uploads count each other.
 * @throws Problem `content_too_large` with the issue `storage_full`; then nothing is reserved
 */
export async function reserveUpload(
  context: Needs & Pick<Context, 'config'>,
  { userId, name, size }: { userId: string; name: string; size: number },
  id?: string
): Promise<string> {
  const reserved = await reserveFile(
    context,
    { userId, purpose: 'upload', name, runId: null, size },
    id
  )
  await checkFileStorage(context, userId).catch(async (error: unknown) => {
    await context.database.db.deleteFrom('file').where('id', '=', reserved).execute()
    throw error
  })
  return reserved
}

/**
 * Gives a reserved file its bytes. Doing it twice with the same bytes is no error.
 * @param nameFor the name, once its type is known; by default the reserved one stays
 * @throws Problem `content_too_large`; `not_found` when the file was deleted in the meantime
 */
export async function fillFile(
  { database, blobs }: Needs,
  id: string,
  body: ReadableStream<Uint8Array>,
  options: { maxBytes: number; nameFor?: (type: string) => string }
): Promise<FileRow> {
  const blob = blobKey(id)
  const { stream, type } = sniffStreamType(body)
  const { size, sha256 } = await blobs.put(blob, stream, options.maxBytes)
  const name = options.nameFor === undefined ? {} : { name: options.nameFor(type()) }
  await database.db
    .updateTable('file')
    .set({ blob, size, sha256, type: type(), ...name })
    .where('id', '=', id)
    .where('blob', '=', '')
    // A row without a user belongs to a deleted account.
    .where('user_id', '<>', '')
    .execute()
  const row = await findFile(database, id)
  if (row !== null) return row
  await blobs.delete(blob)
  throw new Problem('not_found', { detail: 'the file was deleted' })
}

/** Finds a file whose bytes are complete. */
export async function findFile({ db }: Context['database'], id: string): Promise<FileRow | null> {
  const row = await db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('blob', '!=', '')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Makes the files of a run unreadable from the commit on. If the process dies before it removes
 * their bytes, a sweep does.
 * @returns their ids
 */
export async function hideFilesOfRun(tx: Queries, runId: string): Promise<string[]> {
  const hidden = await tx
    .updateTable('file')
    .set({ blob: '' })
    .where('run_id', '=', runId)
    .returning('id')
    .execute()
  return hidden.map(({ id }) => id)
}
