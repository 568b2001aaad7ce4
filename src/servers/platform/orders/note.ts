import type { Queries } from '#servers/lib/database/queries.ts'

/** How much of all that was noted is kept, in characters: the newest. */
const MOST = 2000

/** Says something of an order to operators, on a line after what was said before; the same again is no news. The caller holds the order. @returns was it news? */
export async function addNote(tx: Queries, id: string, sentence: string, now: number): Promise<boolean> {
  const order = await tx.selectFrom('order').select('note').where('id', '=', id).executeTakeFirst()
  if (order === undefined || order.note.includes(sentence)) return false
  const note = [order.note, sentence].filter(Boolean).join('\n').slice(-MOST)
  await tx.updateTable('order').set({ note, updated_at: now }).where('id', '=', id).execute()
  return true
}
