import { Problem } from '#core/problem.ts'
import { messageBranch } from '#core/message-tree.ts'
import { isBlocked } from '#servers/lib/blocked.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Finds our files in a message's content, as parts of it or inside its text. */
const FILE = /\/files\/([\w-]{20,64})/g

/** Rows to write in one step. */
const BATCH = 200

/**
 * Takes down a shared conversation: nobody can open the link, nor its owner's files in the
 * conversation, and the conversation cannot be shared again. The owner keeps the conversation, and
 * learns that its link was taken down. A second call changes nothing.
 * @throws Problem `not_found` for a deleted link
 */
export async function takeDownShare(tx: Queries, shareId: string, now: number): Promise<void> {
  const share = await tx
    .selectFrom('share')
    .select(['conversation_id', 'leaf_id', 'user_id', 'taken_down_at'])
    .where('id', '=', shareId)
    .executeTakeFirst()
  if (share === undefined) throw new Problem('not_found', { detail: 'no such link' })
  if (share.taken_down_at !== null) return
  await tx.updateTable('share').set({ taken_down_at: now }).where('id', '=', shareId).execute()
  const ids = await filesShown(tx, share.conversation_id, share.leaf_id)
  await closeFiles(tx, ids, { id: shareId, user_id: share.user_id })
}

/**
 * Takes down a published result: nobody can open the link, the file nor its cover, and the result
 * cannot be shared again. The owner keeps the task. A second call changes nothing.
 * @throws Problem `not_found` for a publication that its user has ended
 */
export async function takeDownPublication(tx: Queries, id: string, now: number): Promise<void> {
  const row = await tx
    .selectFrom('publication')
    .select(['user_id', 'file_id', 'taken_down_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: 'no such link' })
  if (row.taken_down_at !== null) return
  await tx.updateTable('publication').set({ taken_down_at: now }).where('id', '=', id).execute()
  const item = await tx
    .selectFrom('library_item')
    .select('poster_id')
    .where('file_id', '=', row.file_id)
    .executeTakeFirst()
  const files = [row.file_id, item?.poster_id].filter(file => typeof file === 'string')
  await closeFiles(tx, files, { id, user_id: row.user_id })
}

/**
 * Restores a published result that was taken down, at the same address.
 * @throws Problem `not_found` for a publication that its user has ended
 */
export async function restorePublication(tx: Queries, id: string): Promise<void> {
  const shown = await tx
    .updateTable('publication')
    .set({ taken_down_at: null })
    .where('id', '=', id)
    .executeTakeFirst()
  if (shown.numUpdatedRows === 0n) throw new Problem('not_found', { detail: 'no such link' })
  await tx.deleteFrom('taken_file').where('share_id', '=', id).execute()
}

/** Closes the files that belong to the owner of a link. `link.id`: the share or publication. */
async function closeFiles(
  tx: Queries,
  ids: readonly string[],
  link: { id: string; user_id: string }
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    // Anybody may write any address into a conversation, so only the owner's own files are taken
    // down.
    const own = await tx
      .selectFrom('file')
      .select('id as file_id')
      .where('id', 'in', ids.slice(start, start + BATCH))
      .where('user_id', '=', link.user_id)
      .execute()
    if (own.length === 0) continue
    const rows = own.map(file => ({ ...file, share_id: link.id }))
    await tx
      .insertInto('taken_file')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/**
 * Restores a link that was taken down, at the same address.
 * @throws Problem `not_found` for a deleted link
 */
export async function restoreShare(tx: Queries, shareId: string): Promise<void> {
  const shown = await tx
    .updateTable('share')
    .set({ taken_down_at: null })
    .where('id', '=', shareId)
    .executeTakeFirst()
  if (shown.numUpdatedRows === 0n) throw new Problem('not_found', { detail: 'no such link' })
  await tx.deleteFrom('taken_file').where('share_id', '=', shareId).execute()
}

/**
 * Tells whether nobody may read a file, because it was taken down with a conversation, or its owner
 * is blocked. A blocked owner's files stay readable while their runs continue, since a vendor may
 * have to read them.
 */
export async function isFileBlocked(
  db: Queries,
  file: { id: string; user_id: string }
): Promise<boolean> {
  const taken = await db
    .selectFrom('taken_file')
    .select('file_id')
    .where('file_id', '=', file.id)
    .executeTakeFirst()
  if (taken !== undefined) return true
  return (await isBlocked(db, file.user_id)) && !(await isWorking(db, file.user_id))
}

async function isWorking(db: Queries, userId: string): Promise<boolean> {
  const open = db
    .selectFrom('run')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running'])
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Builds the problem for content that was taken down. Content of a blocked owner gets the same one,
 * so that nobody learns of the block.
 */
export function takenDownProblem(): Problem {
  return new Problem('forbidden', {
    detail: 'this was taken down',
    issues: [{ field: 'id', code: 'taken_down' }]
  })
}

async function filesShown(tx: Queries, conversationId: string, leafId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('message')
    .select(['id', 'parent_id', 'position', 'content'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
  const found = messageBranch(rows, leafId).flatMap(({ content }) =>
    [...content.matchAll(FILE)].map(([, id = '']) => id)
  )
  return [...new Set(found)]
}
