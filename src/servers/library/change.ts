import type { Queries } from '#servers/lib/database/queries.ts'

/** Marks an item as a favourite, or not. */
export async function markItem(db: Queries, id: string, favourite: boolean): Promise<void> {
  await db
    .updateTable('library_item')
    .set({ favourite: favourite ? 1 : 0 })
    .where('id', '=', id)
    .execute()
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
export async function giveLibrary(tx: Queries, from: string, to: string): Promise<void> {
  await tx.updateTable('library_item').set({ user_id: to }).where('user_id', '=', from).execute()
}
