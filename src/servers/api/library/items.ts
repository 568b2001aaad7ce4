import type { LibraryItem } from '#contract/library.ts'
import { Problem } from '#core/problem.ts'
import { filePath } from '#servers/files/address.ts'
import type { FileRow } from '#servers/files/keep.ts'
import { ITEM_COLUMNS, type LibraryRow } from '#servers/api/library/read.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Converts rows for their user. Items whose file is gone or was taken down are left out.
 * @param base the origin that serves files
 */
export async function toLibraryItems(
  db: Queries,
  rows: readonly LibraryRow[],
  base: string
): Promise<LibraryItem[]> {
  const files = await findItemFiles(db, rows)
  const pathOf = (id: string | null): string | null => {
    const file = files.get(id ?? '')
    return file === undefined ? null : base + filePath(file)
  }
  return rows.flatMap(row => {
    const file = row.file_id === null ? null : files.get(row.file_id)
    if (file === undefined) return []
    const { id, kind, service, model, prompt, title, text, run_id, created_at } = row
    return [
      {
        id,
        kind,
        service: service === '' ? null : service,
        model,
        prompt,
        title,
        text,
        favourite: row.favourite === 1,
        rating: row.rating,
        url: pathOf(row.file_id),
        type: file?.type ?? null,
        poster: pathOf(row.poster_id),
        task_id: run_id,
        created_at: new Date(created_at).toISOString()
      }
    ]
  })
}

/** Finds the complete files of items, and of their posters, without those that were taken down. */
export async function findItemFiles(
  db: Queries,
  rows: readonly Pick<LibraryRow, 'file_id' | 'poster_id'>[]
): Promise<Map<string, FileRow>> {
  const ids = rows.flatMap(row => [row.file_id, row.poster_id]).filter(id => id !== null)
  if (ids.length === 0) return new Map()
  const files = await db
    .selectFrom('file')
    .selectAll()
    .where('id', 'in', ids)
    .where('blob', '!=', '')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('taken_file').select('file_id').whereRef('taken_file.file_id', '=', 'file.id')
        )
      )
    )
    .execute()
  return new Map(files.map(file => [file.id, file]))
}

/**
 * An item that a call names by its id. It lacks the text, which may be long, see
 * {@link readItemText}.
 */
export type ChosenItem = Omit<LibraryRow, 'text'>

/**
 * Finds items of a user in the order of the ids, each once.
 * @throws Problem `not_found` if one is missing or belongs to somebody else
 */
export async function findOwnItems(
  db: Queries,
  userId: string,
  ids: readonly string[]
): Promise<ChosenItem[]> {
  const rows = await db
    .selectFrom('library_item')
    .select(ITEM_COLUMNS)
    .where('id', 'in', ids)
    .execute()
  const found = new Map(rows.map(row => [row.id, row]))
  return [...new Set(ids)].map(id => {
    const row = found.get(id)
    if (row?.user_id !== userId) throw new Problem('not_found', { detail: `no library_item ${id}` })
    return row
  })
}

/** Reads the whole text of an item; empty for an item with a file, or one that is gone. */
export async function readItemText(db: Queries, id: string): Promise<string> {
  const row = await db
    .selectFrom('library_item')
    .select('text')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.text ?? ''
}
