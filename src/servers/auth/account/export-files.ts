import type { Selectable } from 'kysely'
import { filePath } from '#servers/files/address.ts'
import { safeName } from '#servers/files/file-name.ts'
import { iterateRowsByTime, withIsoTimes } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FileTable } from '#servers/lib/database/tables.ts'

type OwnFile = Pick<
  Selectable<FileTable>,
  'id' | 'purpose' | 'name' | 'type' | 'size' | 'created_at' | 'blob'
>

/** Lists uploads and outputs: the address of each file, and its path in the archive. */
export async function* exportFiles(
  db: Queries,
  userId: string,
  base: string
): AsyncGenerator<object> {
  for await (const row of readFinishedFiles(db, userId)) {
    const { id, blob: _, ...shown } = row
    yield { ...withIsoTimes(shown), url: base + filePath({ id, ...shown }), path: archivePath(row) }
  }
}

/** Lists the rows of a user's finished files, oldest first. */
export async function* readFinishedFiles(db: Queries, userId: string): AsyncGenerator<OwnFile> {
  const own = db
    .selectFrom('file')
    .select(['id', 'purpose', 'name', 'type', 'size', 'created_at', 'blob'])
    .where('user_id', '=', userId)
    .where('blob', '<>', '')
  yield* iterateRowsByTime(own)
}

/** Returns where a file lies in the archive. The id keeps files of one name apart. */
export function archivePath({ id, name }: Pick<OwnFile, 'id' | 'name'>): string {
  return `files/${id.slice(0, 12)}-${safeName(name)}`
}
