import type { Selectable } from 'kysely'
import type { ServiceBrief } from '#contract/service.ts'
import type { Usage } from '#contract/usage.ts'
import { toCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { RunTable } from '#servers/lib/database/tables.ts'
import { orderingOf } from '#servers/platform/ordering.ts'
import { briefsOf } from '#servers/platform/services/brief.ts'

/** Whose receipts, in which language. */
export type Reader = { userId: string; locale: Locale }
type Filter = { id?: string; application_id?: string | undefined; api_id?: string | undefined }
type Page = { limit: number; offset: number; ordering?: string | undefined }
type Row = Selectable<RunTable> & { model: string | null; remaining: number | null; used: number | null }

const COLUMNS = ['created_at', 'deducted_amount'] as const

/** A person's receipts, newest first. */
export async function listUsages(
  db: Queries,
  { userId, locale }: Reader,
  filter: Filter,
  page: Page
): Promise<{ items: Usage[]; count: number }> {
  let query = db.selectFrom('run').where('run.user_id', '=', userId)
  if (filter.id !== undefined) query = query.where('run.id', '=', filter.id)
  if (filter.application_id !== undefined) query = query.where('run.application_id', '=', filter.application_id)
  if (filter.api_id !== undefined) {
    const [service = '', ...action] = filter.api_id.toLowerCase().split('/')
    query = query.where('run.service', '=', service).where('run.action', '=', action.join('/'))
  }
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { column, direction } = orderingOf(page.ordering, COLUMNS, { column: 'created_at', direction: 'desc' })
  const rows = await query
    .leftJoin('conversation', 'conversation.id', 'run.conversation_id')
    .leftJoin('application', 'application.id', 'run.application_id')
    .leftJoin('fund', join => join.onRef('fund.application_id', '=', 'run.application_id').onRef('fund.kind', '=', 'run.fund'))
    .selectAll('run')
    .select(['conversation.model', 'fund.remaining', 'application.used'])
    .orderBy(column === 'created_at' ? 'run.created_at' : 'run.charged', direction)
    .orderBy('run.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const brief = await briefsOf(db, locale)
  return { items: rows.map(row => toUsage(row, brief(row.service))), count: Number(count) }
}

/** @throws Problem `not_found` */
export async function getUsage(db: Queries, reader: Reader, id: string): Promise<Usage> {
  const { items } = await listUsages(db, reader, { id }, { limit: 1, offset: 0 })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: `no usage ${id}` })
  return found
}

function toUsage(run: Row, service: ServiceBrief | null): Usage {
  const api_id = `${run.service}/${run.action}`
  return {
    id: run.id,
    service,
    action: run.action,
    api_id,
    api: {
      id: api_id,
      name: run.action,
      title: service?.title ?? run.service,
      service_id: service?.id ?? ''
    },
    user_id: run.user_id,
    application_id: run.application_id,
    credential_id: run.credential_id,
    state: run.state,
    status_code: run.status_code,
    trace_id: run.trace_id,
    held_amount: toCredits(run.held),
    deducted_amount: toCredits(run.charged),
    remaining_amount: toCredits(run.remaining ?? 0),
    used_amount: toCredits(run.used ?? 0),
    fund: run.fund,
    measure: run.measure,
    reason: run.reason,
    metadata: metadataOf(run),
    created_at: new Date(run.created_at).toISOString(),
    finished_at: run.finished_at === null ? null : new Date(run.finished_at).toISOString()
  }
}

/** The model of a chat stands on its conversation, that of a task in its request; `key` is `own` where the person's own was asked. */
function metadataOf({ model, request }: Row): Usage['metadata'] {
  const asked: unknown = request === null ? {} : JSON.parse(request)
  const said = (name: string): unknown => (typeof asked === 'object' && asked !== null ? Reflect.get(asked, name) : undefined)
  const found: unknown = model ?? said('model')
  return { ...(typeof found === 'string' && found !== '' && { model: found }), ...(said('own_key') === true && { key: 'own' }) }
}
