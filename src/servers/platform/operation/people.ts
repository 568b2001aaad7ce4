import { containsText } from '#servers/lib/database/like.ts'
import type { OperatedPerson } from '#contract/operation.ts'
import { microToCredits, centsToDollars } from '#core/money.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { listOperatorIds } from '#servers/lib/operators.ts'

type Filter = { search?: string | undefined; blocked?: string | undefined }
type Page = { limit: number; offset: number }
type Facts = Omit<
  OperatedPerson,
  'id' | 'email' | 'name' | 'is_verified' | 'date_joined' | 'is_operator'
>

const NOTHING: Facts = {
  site: '',
  seen_at: null,
  remaining: { real: 0, sandbox: 0 },
  applications: 0,
  orders: { count: 0, price: 0 },
  blocked: null
}

/**
 * Lists users, newest first. It reads the other data of a page's users with one grouped query each.
 */
export async function listPeople(
  db: Queries,
  filter: Filter,
  page: Page
): Promise<{ items: OperatedPerson[]; count: number }> {
  const found = matching(db, filter)
  const count = await countMatches(db, found)
  const rows = await found
    .select(['id', 'email', 'name', 'emailVerified', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(Math.min(page.limit, 100))
    .offset(page.offset)
    .execute()
  const facts = await factsOf(
    db,
    rows.map(({ id }) => id)
  )
  const operators = await listOperatorIds(db)
  const items = rows.map(({ emailVerified, createdAt, ...row }) => ({
    ...row,
    is_verified: Boolean(emailVerified),
    is_operator: operators.includes(row.id),
    date_joined: new Date(createdAt).toISOString(),
    ...(facts.get(row.id) ?? NOTHING)
  }))
  return { items, count }
}

/**
 * Selects users whose e-mail address or name contains the text in any case, or whose whole id it
 * is. PostgreSQL uses a trigram index.
 */
function matching(db: Queries, { search, blocked }: Filter) {
  let query = db.selectFrom('user')
  if (blocked === 'true') query = query.where('id', 'in', db.selectFrom('block').select('user_id'))
  if (search === undefined) return query
  return query.where(({ eb, or }) =>
    or([eb('id', '=', search), containsText('email', search), containsText('name', search)])
  )
}

async function factsOf(db: Queries, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map()
  const profiles = await db
    .selectFrom('profile')
    .select(['user_id', 'origin'])
    .where('user_id', 'in', ids)
    .execute()
  const seen = await db
    .selectFrom('grant')
    .select(({ fn }) => ['user_id', fn.max('used_at').as('at')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  const blocks = await db.selectFrom('block').selectAll().where('user_id', 'in', ids).execute()
  const [plans, money, orders] = [
    await plansOf(db, ids),
    await moneyOf(db, ids),
    await ordersOf(db, ids)
  ]
  const of = <T extends { user_id: string }>(rows: readonly T[], id: string): T | undefined =>
    rows.find(row => row.user_id === id)
  const facts = ids.map((id): [string, Facts] => {
    const [block, last, bought] = [of(blocks, id), of(seen, id), of(orders, id)]
    const left = (kind: string): number =>
      microToCredits(
        Number(money.find(row => row.user_id === id && row.kind === kind)?.remaining ?? 0)
      )
    return [
      id,
      {
        site: of(profiles, id)?.origin ?? '',
        seen_at: last === undefined ? null : new Date(Number(last.at)).toISOString(),
        remaining: { real: left('real'), sandbox: left('sandbox') },
        applications: Number(of(plans, id)?.count ?? 0),
        orders: {
          count: Number(bought?.count ?? 0),
          price: centsToDollars(Number(bought?.price ?? 0))
        },
        blocked: block === undefined ? null : toBlock(block)
      }
    ]
  })
  return new Map(facts)
}

function plansOf(db: Queries, ids: readonly string[]) {
  return db
    .selectFrom('application')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
}

function moneyOf(db: Queries, ids: readonly string[]) {
  return db
    .selectFrom('application')
    .innerJoin('fund', 'fund.application_id', 'application.id')
    .select(({ fn }) => ['user_id', 'kind', fn.sum<number>('remaining').as('remaining')])
    .where('user_id', 'in', ids)
    .groupBy(['user_id', 'kind'])
    .execute()
}

function ordersOf(db: Queries, ids: readonly string[]) {
  return db
    .selectFrom('order')
    .select(({ fn }) => [
      'user_id',
      fn.countAll<number>().as('count'),
      fn.sum<number>('price').as('price')
    ])
    .where('user_id', 'in', ids)
    .where('state', '=', 'Finished')
    .groupBy('user_id')
    .execute()
}

type Block = { reason: string; blocked_by: string; created_at: number }

/** Converts a block to its API form. */
export function toBlock({
  reason,
  blocked_by,
  created_at
}: Block): NonNullable<OperatedPerson['blocked']> {
  return { reason, blocked_by, created_at: new Date(Number(created_at)).toISOString() }
}
