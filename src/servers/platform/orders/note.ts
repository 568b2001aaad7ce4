import type { Queries } from '#servers/lib/database/queries.ts'

/** The most characters of an order's notes that are kept; the newest stay. */
const MOST = 2000

/**
 * Adds a line to the note that operators see on an order, unless the note already contains it. The
 * caller has locked the order.
 * @returns whether the sentence was new
 */
export async function addNote(
  tx: Queries,
  id: string,
  sentence: string,
  now: number
): Promise<boolean> {
  const order = await tx.selectFrom('order').select('note').where('id', '=', id).executeTakeFirst()
  if (order === undefined || order.note.includes(sentence)) return false
  const note = [order.note, sentence].filter(Boolean).join('\n').slice(-MOST)
  await tx.updateTable('order').set({ note, updated_at: now }).where('id', '=', id).execute()
  return true
}
