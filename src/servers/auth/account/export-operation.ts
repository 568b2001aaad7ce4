import type { Json } from '#core/provider.ts'
import { dated, later, PAGE, paged } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** What they reported of others, and what came of it. */
export async function* reports(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('report')
    .select(['id', 'share_id', 'origin', 'reason', 'text', 'state', 'settled_at', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE)
  for await (const row of paged(PAGE, place => own.where(later(place)).execute())) yield dated(row)
}

/** What they changed as an admin or an operator, as the audit log has it. */
export async function* changes(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('audit')
    .select(['id', 'origin', 'method', 'path', 'target', 'changes', 'outcome', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE)
  for await (const row of paged(PAGE, place => own.where(later(place)).execute())) {
    const [target, changed] = [row.target, row.changes].map(text => JSON.parse(text) as Json)
    yield dated({ ...row, target, changes: changed })
  }
}

/** Why they may not use what they have here; null for somebody who may. */
export async function blockOf(db: Queries, userId: string): Promise<object | null> {
  const row = await db
    .selectFrom('block')
    .select(['reason', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : dated(row)
}
