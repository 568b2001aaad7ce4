import type { Selectable } from 'kysely'
import type { Usage } from '#contract/usage.ts'
import { toCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { RunTable } from '#servers/lib/database/tables.ts'

type Filter = { id?: string; application_id?: string | undefined }

/** A person's receipts, newest first. */
export async function listUsages(
  db: Queries,
  userId: string,
  filter: Filter,
  page: { limit: number; offset: number }
): Promise<{ items: Usage[]; count: number }> {
  let query = db.selectFrom('run').where('user_id', '=', userId)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.application_id !== undefined) query = query.where('application_id', '=', filter.application_id)
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { items: rows.map(toUsage), count: Number(count) }
}

/** @throws Problem `not_found` */
export async function getUsage(db: Queries, userId: string, id: string): Promise<Usage> {
  const { items } = await listUsages(db, userId, { id }, { limit: 1, offset: 0 })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: `no usage ${id}` })
  return found
}

function toUsage(run: Selectable<RunTable>): Usage {
  return {
    id: run.id,
    service: run.service,
    action: run.action,
    user_id: run.user_id,
    application_id: run.application_id,
    credential_id: run.credential_id,
    state: run.state,
    status_code: run.status_code,
    trace_id: run.trace_id,
    held_amount: toCredits(run.held),
    deducted_amount: toCredits(run.charged),
    fund: run.fund,
    measure: run.measure,
    reason: run.reason,
    created_at: new Date(run.created_at).toISOString(),
    finished_at: run.finished_at === null ? null : new Date(run.finished_at).toISOString()
  }
}
