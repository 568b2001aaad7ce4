import { setImmediate } from 'node:timers/promises'
import { sql, type SelectQueryBuilder } from 'kysely'
import { microToCredits } from '#core/money.ts'
import type { Json } from '#core/provider.ts'
import { absoluteFiles } from '#servers/files/address.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

/** Rows that are read at a time; fewer for messages, which can be long. */
const PAGE_SIZE = 200
const MESSAGES = 20

type Place = { created_at: number; id: string }

/** Lists a user's plans, with their credits and the names of their keys. */
export async function* exportApplications(db: Queries, userId: string): AsyncGenerator<object> {
  const rows = await db
    .selectFrom('application')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  for (const { id, type, scope, service_id, used, expired_at, low_told_at, created_at } of rows) {
    const funds = await db
      .selectFrom('fund')
      .select(['kind', 'remaining'])
      .where('application_id', '=', id)
      .execute()
    const keys = db
      .selectFrom('credential')
      .select(['name', 'host', 'expired_at', 'created_at'])
      .where('application_id', '=', id)
    const credentials = (await keys.execute()).map(withIsoTimes)
    const remaining = Object.fromEntries(
      funds.map(fund => [fund.kind, microToCredits(fund.remaining)])
    )
    const periods = await periodsOf(db, id)
    yield withIsoTimes({
      id,
      type,
      scope,
      service_id,
      used: microToCredits(used),
      remaining,
      credentials,
      periods,
      expired_at,
      low_told_at,
      created_at
    })
  }
}

/** Lists past, current and future grants of a plan, by period. */
async function periodsOf(db: Queries, applicationId: string): Promise<object[]> {
  const all = db
    .selectFrom('period')
    .select(['id', 'order_id', 'fund', 'state', 'amount', 'withheld', 'starts_at', 'ends_at'])
    .where('application_id', '=', applicationId)
    .orderBy('starts_at')
    .orderBy('id')
  const rows = await all.execute()
  return rows.map(row =>
    withIsoTimes({
      ...row,
      amount: microToCredits(row.amount),
      withheld: microToCredits(row.withheld)
    })
  )
}

/** Lists all bookings of the user's plans, in credits. */
export async function* exportLedger(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db.selectFrom('application').select('id').where('user_id', '=', userId)
  const entries = db.selectFrom('ledger').selectAll().where('application_id', 'in', own)
  for await (const row of iterateRowsByTime(entries))
    yield withIsoTimes({ ...row, amount: microToCredits(row.amount) })
}

/**
 * Lists all runs with request and result.
 * @param base the origin that serves files
 */
export async function* exportRuns(
  db: Queries,
  userId: string,
  base: string
): AsyncGenerator<object> {
  const own = db
    .selectFrom('run')
    .select([
      'id',
      'application_id',
      'service',
      'action',
      'state',
      'fund',
      'charged',
      'measure',
      'reason',
      'origin',
      'trace_id'
    ])
    .select(['request', 'response', 'created_at', 'finished_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) {
    const [request, response] = [row.request, row.response].map(text =>
      absoluteFiles(JSON.parse(text ?? 'null') as Json, base)
    )
    yield withIsoTimes({ ...row, charged: microToCredits(row.charged), request, response })
  }
}

/** Lists all conversations with all versions of their messages, and their shared links. */
export async function* exportConversations(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('conversation')
    .select([
      'id',
      'application_id',
      'model',
      'title',
      'origin',
      'pinned',
      'preset',
      'temperature',
      'leaf_id',
      'project_id',
      'created_at',
      'updated_at'
    ])
    .where('user_id', '=', userId)
    // Deleted conversations are left out, although the user could still restore them.
    .where('deleted_at', 'is', null)
  for await (const row of iterateRowsByTime(own)) {
    const shares = db
      .selectFrom('share')
      .select(['id', 'origin', 'leaf_id', 'created_at'])
      .where('conversation_id', '=', row.id)
    const share = await shares.executeTakeFirst()
    yield {
      ...withIsoTimes(row),
      shared: share === undefined ? null : withIsoTimes(share),
      messages: messages(db, row.id)
    }
  }
}

async function* messages(db: Queries, conversationId: string): AsyncGenerator<object> {
  const all = db
    .selectFrom('message')
    .select([
      'position',
      'id',
      'parent_id',
      'role',
      'model',
      'content',
      'reasoning',
      'thought',
      'state',
      'created_at'
    ])
  for (let position = -1; ;) {
    const rows = await all
      .where('conversation_id', '=', conversationId)
      .where('position', '>', position)
      .orderBy('position')
      .limit(MESSAGES)
      .execute()
    for (const { position: _, content, ...row } of rows)
      yield withIsoTimes({ ...row, content: JSON.parse(content) as Json })
    await setImmediate()
    if (rows.length < MESSAGES) return
    position = rows.at(-1)?.position ?? position
  }
}

/**
 * Yields all rows of a query in order of time, page by page.
 * @param key the column that distinguishes rows with the same time, selected as `id`
 */
export async function* iterateRowsByTime<From extends keyof Tables, Row extends Place>(
  query: SelectQueryBuilder<Tables, From, Row>,
  key = 'id'
): AsyncGenerator<Row> {
  const page = query.orderBy(sql.ref('created_at')).orderBy(sql.ref(key)).limit(PAGE_SIZE)
  for (let place: Place = { created_at: -1, id: '' }; ;) {
    const { created_at, id } = place
    const isLater = sql<boolean>`(created_at, ${sql.ref(key)}) > (${created_at}, ${id})`
    const rows = await page.where(isLater).execute()
    yield* rows
    const last = rows.at(-1)
    // SQLite answers without yielding to the event loop, so other requests get their turn between
    // two pages.
    await setImmediate()
    if (last === undefined || rows.length < PAGE_SIZE) return
    place = last
  }
}

/** Returns a row with its times as ISO 8601 text. */
export function withIsoTimes<Row extends object>(row: Row): object {
  const times = Object.entries(row).filter(
    ([name, value]) => name.endsWith('_at') && typeof value === 'number'
  )
  return {
    ...row,
    ...Object.fromEntries(
      times.map(([name, value]) => [name, new Date(value as number).toISOString()])
    )
  }
}
