import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Application, NewApplication } from '#contract/application.ts'
import type { Package } from '#contract/package.ts'
import type { ServiceBrief } from '#contract/service.ts'
import { microToCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { readRemaining } from '#servers/ledger/ledger.ts'
import { updateDuePeriods } from '#servers/ledger/periods.ts'
import type { Context } from '#servers/lib/context.ts'
import { countList } from '#servers/lib/database/kept-rows.ts'
import type { ApplicationTable } from '#servers/lib/database/tables.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { listPlanCredentials } from '#servers/platform/credentials/credentials.ts'
import { grantFreeCredits, type RequestSource } from '#servers/platform/applications/free-amount.ts'
import type { PageViewer } from '#servers/platform/looker.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'
import {
  requireServiceId,
  resolveServiceId,
  listPackages
} from '#servers/platform/packages/packages.ts'
import { readServiceBriefs } from '#servers/platform/services/brief.ts'

type Row = Selectable<ApplicationTable>
/**
 * The user who makes the call, with its URL, network address and language. They decide which plans
 * and prices are shown: a test host shows sandbox credits, and each site has its own prices.
 */
export type ApplicationViewer = PageViewer & RequestSource
type Filter = { id?: string; type?: Row['type']; scope?: Row['scope']; service_id?: string }

/** Lists a user's plans with their credentials, newest first unless `ordering` says otherwise. */
export async function listApplications(
  context: Context,
  asker: ApplicationViewer,
  filter: Filter,
  page: { limit: number; offset: number; ordering?: string | undefined }
): Promise<{ items: Application[]; count: number }> {
  let query = context.database.db.selectFrom('application').where('user_id', '=', asker.userId)
  const named = {
    ...filter,
    service_id: filter.service_id === undefined ? undefined : resolveServiceId(filter.service_id)
  }
  for (const column of ['id', 'type', 'scope', 'service_id'] as const) {
    const wanted = named[column]
    if (wanted !== undefined) query = query.where(column, '=', wanted)
  }
  const { column, direction } = parseOrdering(page.ordering, ['created_at', 'used_amount'], {
    column: 'created_at',
    direction: 'desc'
  })
  const by = column === 'used_amount' ? 'used' : column
  const rows = await query
    .selectAll()
    .orderBy(by, direction)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await countList(context.database.db, query, page, rows.length)
  return { items: await toApplications(context, rows, asker), count }
}

/**
 * Reads one plan of the user.
 * @throws Problem `not_found`
 */
export async function getApplication(
  context: Context,
  asker: ApplicationViewer,
  id: string
): Promise<Application> {
  const { items } = await listApplications(context, asker, { id }, { limit: 1, offset: 0 })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: `no application ${id}` })
  return found
}

/**
 * Creates a plan. A user has at most one of each type, scope and service.
 * @throws Problem `duplication`; `bad_request` for an unknown service, and for an Individual plan
 * without one
 */
export async function createApplication(
  context: Context,
  asker: ApplicationViewer,
  { type, scope: asked, service_id: name }: NewApplication
): Promise<Application> {
  const scope = asked ?? (name ? 'Individual' : 'Global')
  const service_id = scope === 'Global' ? '' : requireServiceId(name ?? '')
  if (scope === 'Individual' && service_id === '')
    throw new Problem('bad_request', {
      detail: 'service_id: required',
      issues: [{ field: 'service_id', code: 'required' }]
    })
  const now = context.clock.now()
  const row = await commitEffect(context.database, async tx => {
    const added = await tx
      .insertInto('application')
      .values({
        id: randomUUID(),
        user_id: asker.userId,
        type,
        scope,
        service_id,
        expired_at: null,
        created_at: now,
        updated_at: now
      })
      .onConflict(conflict =>
        conflict.columns(['user_id', 'type', 'scope', 'service_id']).doNothing()
      )
      .returningAll()
      .executeTakeFirst()
    if (added === undefined)
      throw new Problem('duplication', { detail: 'this application already exists' })
    return added
  })
  const [application] = await toApplications(context, [row], asker)
  if (application === undefined) throw new Error(`the plan ${row.id} is gone`)
  return application
}

type Shown = {
  place: RequestSource
  brief: (id: string) => ServiceBrief | null
  packages: readonly Package[]
}

async function toApplications(
  context: Context,
  rows: readonly Row[],
  asker: ApplicationViewer
): Promise<Application[]> {
  const { db } = context.database
  const [brief, packages] = await Promise.all([
    readServiceBriefs(db, asker.locale),
    listPackages(db, asker, {}, { limit: 1000, offset: 0 })
  ])
  const { url, peer } = asker
  return Promise.all(
    rows.map(row =>
      toApplication(context, row, { place: { url, peer }, brief, packages: packages.items })
    )
  )
}

async function toApplication(
  context: Context,
  row: Row,
  { place, brief, packages }: Shown
): Promise<Application> {
  const fund = currentFund(context, place.url)
  const free = await grantFreeCredits(context, row, fund, place)
  if (row.type === 'Period') await updateDuePeriods(context.database, row.id, context.clock.now())
  return {
    id: row.id,
    type: row.type,
    scope: row.scope,
    service_id: row.service_id === '' ? null : row.service_id,
    user_id: row.user_id,
    remaining_amount: microToCredits(await readRemaining(context.database.db, row.id, fund)),
    used_amount: microToCredits(row.used),
    free,
    credentials: await listPlanCredentials(context, row.id),
    service: brief(row.service_id),
    packages: packages.filter(each => (each.service_id ?? '') === row.service_id),
    expired_at: row.expired_at === null ? null : new Date(row.expired_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}
