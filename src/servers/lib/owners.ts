import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/** Nouns whose rows belong to a person. */
export type Noun = 'application' | 'credential' | 'conversation' | 'run' | 'file'

/**
 * Lets a call touch a row only if it is the caller's own. A foreign row is answered like a missing one,
 * so that nobody learns what exists.
 * @throws Problem `not_found`
 */
export async function checkOwner(db: Queries, noun: Noun, id: string, userId: string): Promise<void> {
  const row = await db.selectFrom(noun).select('user_id').where('id', '=', id).executeTakeFirst()
  if (row?.user_id !== userId) throw new Problem('not_found', { detail: `no ${noun} ${id}` })
}
