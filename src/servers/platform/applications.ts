import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Application } from '#contract/application.ts'
import { toCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { credit, remaining } from '#servers/api/ledger/ledger.ts'
import type { Context } from '#servers/lib/context.ts'
import type { ApplicationTable, FundKind } from '#servers/lib/database/tables.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { credentialsOf, toCredential } from '#servers/platform/credentials.ts'

type Row = Selectable<ApplicationTable>
/** Who asks, and where: a test host shows sandbox money. */
type Asker = { userId: string; url: URL }
type Filter = { id?: string; type?: Row['type']; scope?: Row['scope']; service_id?: string }

/** A person's applications, newest first, with their credentials. */
export async function listApplications(
  context: Context,
  { userId, url }: Asker,
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
  const items = await Promise.all(rows.map(row => toApplication(context, row, url)))
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
  { userId, url }: Asker,
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
  return toApplication(context, row, url)
}

async function toApplication(context: Context, row: Row, url: URL): Promise<Application> {
  const fund = currentFund(context.config, url)
  const free = await grantFree(context, row, fund)
  const credentials = await credentialsOf(context.database.db, row.id)
  return {
    id: row.id,
    type: row.type,
    scope: row.scope,
    service_id: row.service_id === '' ? null : row.service_id,
    user_id: row.user_id,
    remaining_amount: toCredits(await remaining(context.database.db, row.id, fund)),
    used_amount: toCredits(row.used),
    free,
    credentials: credentials.map(credential => toCredential(context.secrets, credential)),
    expired_at: row.expired_at === null ? null : new Date(row.expired_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}

/**
 * Grants a global usage plan its free amount, once per kind of money. Looked at whenever the plan is shown, since the
 * right to it may come later: a verified e-mail, or the first real provider. Real money is given to verified people,
 * and to the operator, who pays it.
 */
async function grantFree({ database, config, clock }: Context, row: Row, fund: FundKind): Promise<Application['free']> {
  if (row.scope !== 'Global' || row.type !== 'Usage' || config.freeAmount === 0) return 'none'
  const reference = `free:${row.user_id}:${fund}`
  const booked = await database.db
    .selectFrom('ledger')
    .select('id')
    .where('kind', '=', 'free')
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (booked !== undefined) return 'granted'
  if (fund === 'real' && !(await mayHaveRealMoney({ database }, row.user_id))) return 'needs_verified_email'
  const booking = { applicationId: row.id, fund, reference, amount: config.freeAmount, now: clock.now() }
  await database.transaction(tx => credit(tx, 'free', booking))
  return 'granted'
}

async function mayHaveRealMoney({ database }: Pick<Context, 'database'>, userId: string): Promise<boolean> {
  const user = await database.db.selectFrom('user').select('emailVerified').where('id', '=', userId).executeTakeFirst()
  if (user !== undefined && Boolean(user.emailVerified)) return true
  const first = await database.db.selectFrom('site').select('admins').orderBy('created_at').limit(1).executeTakeFirst()
  return first !== undefined && (JSON.parse(first.admins) as string[]).includes(userId)
}
