import type { DistributionHistory } from '#contract/distribution.ts'
import { centsToDollars } from '#core/money.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { publicName } from '#servers/people/public-name.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'

/**
 * Lists a user's entries, newest first unless `ordering` says otherwise: rewards for their
 * invitees' paid orders, reversals and payouts.
 */
export async function listHistories(
  db: Queries,
  userId: string,
  {
    kind,
    ...page
  }: {
    limit: number
    offset: number
    ordering?: string | undefined
    kind?: DistributionHistory['kind'] | undefined
  }
): Promise<{ items: DistributionHistory[]; count: number }> {
  let earned = db
    .selectFrom('distribution_history as history')
    .where('history.user_id', '=', userId)
  if (kind !== undefined) earned = earned.where('history.kind', '=', kind)
  const { count } = await earned
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { column, direction } = parseOrdering(page.ordering, ['created_at', 'price', 'reward'], {
    column: 'created_at',
    direction: 'desc'
  })
  const rows = await earned
    .leftJoin('user', 'user.id', 'history.invitee_id')
    .selectAll('history')
    .select(['user.name', 'user.email', 'user.image'])
    .orderBy(`history.${column}`, direction)
    .orderBy('history.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const items = rows.map(row => ({
    id: row.id,
    kind: row.kind,
    fund: row.fund,
    user_id: row.user_id,
    user: {
      id: row.invitee_id,
      nickname: publicName(row.name, row.email),
      avatar: row.image ?? ''
    },
    price: centsToDollars(row.price),
    reward: centsToDollars(row.reward),
    percentage: row.percentage / 10,
    note: row.note,
    created_at: new Date(row.created_at).toISOString()
  }))
  return { items, count: Number(count) }
}
