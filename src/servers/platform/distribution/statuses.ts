import type { DistributionHistory, DistributionStatus } from '#contract/distribution.ts'
import { toDollars } from '#core/money.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import { levelsOf, standing, toLevel } from '#servers/platform/distribution/levels.ts'
import { orderingOf } from '#servers/platform/ordering.ts'

/** A person's sums, begun at nothing where there are none yet. */
export async function initializeStatus(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string
): Promise<DistributionStatus> {
  const now = clock.now()
  await database.db
    .insertInto('distribution_status')
    .values({ user_id: userId, price: 0, reward: 0, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  const [status] = await statusesOf(database.db, userId)
  if (status === undefined) throw new Error(`the sums of ${userId} are gone`)
  return status
}

/** A person's sums and level: one, or none before they were begun. */
export async function statusesOf(db: Queries, userId: string): Promise<DistributionStatus[]> {
  const rows = await db.selectFrom('distribution_status').selectAll().where('user_id', '=', userId).execute()
  const levels = await levelsOf(db)
  return rows.map(({ user_id, price, reward, created_at, updated_at }) => {
    const { level, next } = standing(levels, price)
    return {
      user_id,
      price: toDollars(price),
      reward: toDollars(reward),
      percentage: (level?.percentage ?? 0) / 10,
      level: level === null ? null : toLevel(level),
      next_level: next === null ? null : toLevel(next),
      created_at: new Date(created_at).toISOString(),
      updated_at: new Date(updated_at).toISOString()
    }
  })
}

/** What each paid order of a person's invitees brought, newest first. */
export async function listHistories(
  db: Queries,
  userId: string,
  page: { limit: number; offset: number; ordering?: string | undefined }
): Promise<{ items: DistributionHistory[]; count: number }> {
  const earned = db.selectFrom('distribution_history as history').where('history.user_id', '=', userId)
  const { count } = await earned.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { column, direction } = orderingOf(page.ordering, ['created_at', 'price', 'reward'], { column: 'created_at', direction: 'desc' })
  const rows = await earned
    .leftJoin('user', 'user.id', 'history.invitee_id')
    .select(['history.id', 'history.user_id', 'history.invitee_id', 'history.price', 'history.reward', 'history.percentage'])
    .select(['history.created_at', 'user.name', 'user.image'])
    .orderBy(`history.${column}`, direction)
    .orderBy('history.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const items = rows.map(row => ({
    id: row.id,
    user_id: row.user_id,
    user: { id: row.invitee_id, nickname: row.name ?? '', avatar: row.image ?? '' },
    price: toDollars(row.price),
    reward: toDollars(row.reward),
    percentage: row.percentage / 10,
    created_at: new Date(row.created_at).toISOString()
  }))
  return { items, count: Number(count) }
}
