import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Application } from '#contract/application.ts'
import { toCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { remaining } from '#servers/api/ledger/ledger.ts'
import type { Context } from '#servers/lib/context.ts'
import type { ApplicationTable } from '#servers/lib/database/tables.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { credentialsOf } from '#servers/platform/credentials.ts'
import { grantFree, type Place } from '#servers/platform/free-amount.ts'

type Row = Selectable<ApplicationTable>
/** Who asks, and where: a test host shows sandbox money. */
type Asker = { userId: string } & Place
type Filter = { id?: string; type?: Row['type']; scope?: Row['scope']; service_id?: string }

/** A person's applications, newest first, with their credentials. */
export async function listApplications(
  context: Context,
  { userId, ...place }: Asker,
  filter: Filter,
  page: { limit: number; offset: number }
): Promise<{ items: Application[]; count: number }> {
  let query = context.database.db.selectFrom('application').where('user_id', '=', userId)
  for (const column of ['id', 'type', 'scope', 'service_id'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(column, '=', wanted)
  }
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute()
  const items = await Promise.all(rows.map(row => toApplication(context, row, place)))
  return { items, count: Number(count) }
}

/** @throws Problem `not_found` */
export async function getApplication(context: Context, asker: Asker, id: string): Promise<Application> {
  const { items } = await listApplications(context, asker, { id }, { limit: 1, offset: 0 })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: `no application ${id}` })
  return found
}

/**
 * Applies for a plan. One of each type, scope and service a person.
 * @throws Problem `duplication`
 */
export async function createApplication(
  context: Context,
  { userId, ...place }: Asker,
  input: { type: Row['type']; scope: Row['scope']; service_id: string }
): Promise<Application> {
  const now = context.clock.now()
  const row = await context.database.db
    .insertInto('application')
    .values({ id: randomUUID(), user_id: userId, ...input, expired_at: null, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'type', 'scope', 'service_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new Problem('duplication', { detail: 'this application exists already' })
  return toApplication(context, row, place)
}

async function toApplication(context: Context, row: Row, place: Place): Promise<Application> {
  const fund = currentFund(context.config, place.url)
  const free = await grantFree(context, row, fund, place)
  return {
    id: row.id,
    type: row.type,
    scope: row.scope,
    service_id: row.service_id === '' ? null : row.service_id,
    user_id: row.user_id,
    remaining_amount: toCredits(await remaining(context.database.db, row.id, fund)),
    used_amount: toCredits(row.used),
    free,
    credentials: await credentialsOf(context, row.id),
    expired_at: row.expired_at === null ? null : new Date(row.expired_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}
