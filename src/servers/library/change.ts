import { setImmediate } from 'node:timers/promises'
import type { Queries } from '#servers/lib/database/queries.ts'
import { addWords, INDEXED_COLUMNS, replaceWords } from '#servers/library/words.ts'

/** Marks an item as a favourite, or not. A search for favourites reads the search index alone. */
export async function markItemFavorite(tx: Queries, id: string, favourite: boolean): Promise<void> {
  const value = favourite ? 1 : 0
  const changed = await tx
    .updateTable('library_item')
    .set({ favourite: value })
    .where('id', '=', id)
    .where('favourite', '!=', value)
    .returning(INDEXED_COLUMNS)
    .executeTakeFirst()
  if (changed !== undefined) await replaceWords(tx, changed)
}

/**
 * Rates items. The caller has checked the owner.
 * @param rating stars from 1 to 5; 0 removes the rating
 */
export async function rateItems(
  tx: Queries,
  ids: readonly string[],
  rating: number
): Promise<void> {
  await tx.updateTable('library_item').set({ rating }).where('id', 'in', ids).execute()
}

/** Removes items from the library, but not their files. */
export async function removeItems(tx: Queries, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('library_item').where('id', 'in', ids).execute()
}

/** Removes the items of a deleted task. */
export async function removeItemsOfRun(tx: Queries, runId: string): Promise<void> {
  await tx.deleteFrom('library_item').where('run_id', '=', runId).execute()
}

/** Removes the items that these files show. */
export async function removeItemsOfFiles(db: Queries, fileIds: readonly string[]): Promise<void> {
  await db.deleteFrom('library_item').where('file_id', 'in', fileIds).execute()
}

/** Removes the library of a user or a guest. */
export async function removeLibrary(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('library_item').where('user_id', '=', userId).execute()
}

/** Gives the library of a guest to the account that the guest signed up for. */
export async function transferLibrary(tx: Queries, from: string, to: string): Promise<void> {
  const moved = await tx
    .updateTable('library_item')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .returning([...INDEXED_COLUMNS, 'created_at'])
    .execute()
  // The numbers of words differ from user to user.
  await tx.deleteFrom('library_words').where('user_id', '=', from).execute()
  await addWords(
    tx,
    moved.toSorted((a, b) => a.created_at - b.created_at)
  )
}

/** Items that one statement takes out of a project. */
const PIECE = 500

/** Moves items into a project; null takes them out of theirs. The caller has checked the owner. */
export async function moveItems(
  tx: Queries,
  ids: readonly string[],
  projectId: string | null
): Promise<void> {
  await tx
    .updateTable('library_item')
    .set({ project_id: projectId })
    .where('id', 'in', ids)
    .execute()
}

/** Takes all items out of a project, a few at a time, so that no other query waits long. */
export async function releaseItems(db: Queries, userId: string, projectId: string): Promise<void> {
  for (let released = PIECE; released === PIECE;) {
    const part = db
      .selectFrom('library_item')
      .select('id')
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .limit(PIECE)
    const { numUpdatedRows } = await db
      .updateTable('library_item')
      .set({ project_id: null })
      .where('id', 'in', part)
      .executeTakeFirst()
    released = Number(numUpdatedRows)
    await setImmediate()
  }
}
