import { randomUUID } from 'node:crypto'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import {
  REPORT_REASONS,
  type ReportDecision,
  type NewReport,
  type Report
} from '#contract/report.ts'
import { Problem } from '#core/problem.ts'
import {
  restorePublication,
  restoreShare,
  takeDownPublication,
  takeDownShare
} from '#servers/moderation/take-down.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { ReportTable } from '#servers/lib/database/operation-tables.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

type Needs = Pick<Context, 'database' | 'clock'>

/**
 * The most open reports stored for one link. A repeated report by the same reporter is not stored
 * again.
 */
const MOST_OPEN = 20

/**
 * Stores a report about shared content.
 * @param origin the site where it is reported, which must be the site that shows it
 * @param userId empty for a guest
 * @throws Problem `not_found` for a link that is not shown there
 */
export async function addReport(
  { database, clock }: Needs,
  origin: string,
  userId: string,
  report: NewReport
): Promise<{ success: true }> {
  const { reason, text = '' } = report
  return database.transaction(async tx => {
    const about = await findReported(tx, origin, report)
    if (about === null) throw new Problem('not_found', { detail: 'no such link' })
    const open = tx
      .selectFrom('report')
      .where('share_id', '=', about.share_id)
      .where('publication_id', '=', about.publication_id)
      .where('state', '=', 'open')
    const { count } = await open
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const same = await open
      .select('id')
      .where('reason', '=', reason)
      .where('text', '=', text)
      .where('reporter_id', '=', userId)
      .executeTakeFirst()
    if (same !== undefined || Number(count) >= MOST_OPEN) return { success: true }
    await tx
      .insertInto('report')
      .values({
        id: randomUUID(),
        ...about,
        origin,
        reason,
        text,
        reporter_id: userId,
        state: 'open',
        settled_by: '',
        settled_at: null,
        created_at: clock.now()
      })
      .execute()
    return { success: true }
  })
}

type Reported = Pick<Selectable<ReportTable>, 'share_id' | 'conversation_id' | 'publication_id'>

/** Finds the content behind a link, if this site shows it. */
async function findReported(
  tx: Queries,
  origin: string,
  { share_id = '', publication_id = '' }: NewReport
): Promise<Reported | null> {
  if (publication_id !== '') {
    const shown = await tx
      .selectFrom('publication')
      .leftJoin('block', 'block.user_id', 'publication.user_id')
      .select('publication.id')
      .where('publication.id', '=', publication_id)
      .where('publication.origin', '=', origin)
      .where('state', '!=', 'refused')
      .where('taken_down_at', 'is', null)
      .where('block.user_id', 'is', null)
      .executeTakeFirst()
    return shown === undefined ? null : { share_id: '', conversation_id: '', publication_id }
  }
  const share = await tx
    .selectFrom('share')
    .innerJoin('conversation', 'conversation.id', 'share.conversation_id')
    .leftJoin('block', 'block.user_id', 'share.user_id')
    .select('conversation_id')
    .where('share.id', '=', share_id)
    .where('share.origin', '=', origin)
    .where('taken_down_at', 'is', null)
    .where('block.user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return share === undefined ? null : { share_id, ...share, publication_id: '' }
}

type Filter = { id?: string | undefined; state?: Report['state'] | undefined }
type Page = { limit: number; offset: number }

/** Lists the reports, newest first. */
export async function listReports(
  db: Queries,
  { id, state }: Filter,
  page: Page
): Promise<{ items: Report[]; count: number }> {
  let query = db.selectFrom('report')
  if (id !== undefined) query = query.where('report.id', '=', id)
  if (state !== undefined) query = query.where('report.state', '=', state)
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await withContent(query)
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id')
    .limit(Math.min(page.limit, 100))
    .offset(page.offset)
    .execute()
  return { items: rows.map(toReport), count: Number(count) }
}

/**
 * Decides a report, and with it all open reports of the same link.
 * @param by the operator
 * @throws Problem `not_found` if the report, or the link to take down, does not exist (any more)
 */
export async function settleReport(
  { database, clock }: Needs,
  by: string,
  id: string,
  decision: ReportDecision
): Promise<Report> {
  return database.transaction(async tx => {
    const report = await tx.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
    if (report === undefined) throw new Problem('not_found', { detail: `no report ${id}` })
    const now = clock.now()
    const { share_id, publication_id } = report
    const isChat = publication_id === ''
    if (decision === 'take_down')
      await (isChat
        ? takeDownShare(tx, share_id, now)
        : takeDownPublication(tx, publication_id, now))
    if (decision === 'restore')
      await (isChat ? restoreShare(tx, share_id) : restorePublication(tx, publication_id))
    const state = decision === 'take_down' ? 'taken_down' : 'dismissed'
    const settling = tx
      .updateTable('report')
      .set({ state, settled_by: by, settled_at: now })
      .where('share_id', '=', share_id)
      .where('publication_id', '=', publication_id)
    // Dismissing a report leaves decided ones unchanged. Taking a link down or restoring it decides
    // them again.
    await (decision === 'dismiss' ? settling.where('state', '=', 'open') : settling).execute()
    return toReport(
      await withContent(
        tx.selectFrom('report').where('report.id', '=', id)
      ).executeTakeFirstOrThrow()
    )
  })
}

function withContent(query: SelectQueryBuilder<Tables, 'report', object>) {
  return query
    .leftJoin('share', 'share.id', 'report.share_id')
    .leftJoin('publication', 'publication.id', 'report.publication_id')
    .leftJoin('user', join =>
      join.on(({ eb, fn }) =>
        eb('user.id', '=', fn.coalesce('share.user_id', 'publication.user_id'))
      )
    )
    .selectAll('report')
    .select(({ fn }) => [
      fn.coalesce('share.title', 'publication.title').as('title'),
      fn.coalesce('share.user_id', 'publication.user_id').as('owner_id'),
      fn.coalesce('share.taken_down_at', 'publication.taken_down_at').as('taken_down_at'),
      'user.email as owner_email'
    ])
}

type Row = Selectable<ReportTable> & {
  title: string | null
  owner_id: string | null
  owner_email: string | null
  taken_down_at: number | null
}

function toReport({
  conversation_id: _,
  taken_down_at,
  settled_at,
  reporter_id,
  settled_by,
  created_at,
  reason,
  ...row
}: Row): Report {
  return {
    ...row,
    reason: REPORT_REASONS.find(each => each === reason) ?? 'other',
    reporter_id: reporter_id || null,
    taken_down: taken_down_at !== null,
    settled_by: settled_by || null,
    settled_at: settled_at === null ? null : new Date(settled_at).toISOString(),
    created_at: new Date(created_at).toISOString()
  }
}
