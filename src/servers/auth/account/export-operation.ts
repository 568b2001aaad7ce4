import type { Json } from '#core/provider.ts'
import { iterateRowsByTime, withIsoTimes } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Lists the user's reports of other users' links, and their results. */
export async function* exportReports(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('report')
    .select(['id', 'share_id', 'origin', 'reason', 'text', 'state', 'settled_at', 'created_at'])
    .where('reporter_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) yield withIsoTimes(row)
}

/** Lists the user's changes as an admin or operator, from the audit log. */
export async function* exportAuditChanges(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('audit')
    .select(['id', 'origin', 'method', 'path', 'target', 'changes', 'outcome', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) {
    const [target, changed] = [row.target, row.changes].map(text => JSON.parse(text) as Json)
    yield withIsoTimes({ ...row, target, changes: changed })
  }
}

/** Returns why the user is blocked; null for others. */
export async function exportBlock(db: Queries, userId: string): Promise<object | null> {
  const row = await db
    .selectFrom('block')
    .select(['reason', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : withIsoTimes(row)
}
