import { microToCredits } from '#core/money.ts'
import type { Json } from '#core/provider.ts'
import { iterateRowsByTime, withIsoTimes } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Lists all orders with their prices in US cents, without addresses of payments. */
export async function* exportOrders(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('order')
    .select([
      'id',
      'origin',
      'application_ids',
      'package_ids',
      'description',
      'state',
      'pay_way',
      'fund',
      'amount',
      'price',
      'duration'
    ])
    .select(['rail', 'refunded'])
    .select(['paid_at', 'expires_at', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) {
    const [application_ids, package_ids] = [row.application_ids, row.package_ids].map(
      text => JSON.parse(text) as Json
    )
    const more = { refunds: await refunds(db, row.id), redeemed: await redeemed(db, row.id) }
    yield {
      ...withIsoTimes({ ...row, amount: microToCredits(row.amount), application_ids, package_ids }),
      ...more
    }
  }
}

/** Returns the refunds of an order in US cents, and the credits that were removed with them. */
async function refunds(db: Queries, orderId: string): Promise<object[]> {
  const all = db
    .selectFrom('refund')
    .select(['id', 'state', 'reason', 'cents', 'amount', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
  return (await all.execute()).map(row =>
    withIsoTimes({ ...row, amount: microToCredits(row.amount) })
  )
}

/** Returns when the code of an order was redeemed; null for a paid order. */
async function redeemed(db: Queries, orderId: string): Promise<object | null> {
  const row = await db
    .selectFrom('redemption')
    .select(['id', 'created_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row === undefined ? null : withIsoTimes(row)
}

/**
 * Returns the sums of all rewards in US cents, by payment method; an empty list without rewards.
 */
export async function exportRewardSums(db: Queries, userId: string): Promise<object[]> {
  const sums = db
    .selectFrom('distribution_status')
    .select(['fund', 'price', 'reward', 'paid_out', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('fund')
  return (await sums.execute()).map(row => withIsoTimes(row))
}

/**
 * Lists rewards, their reversals and payouts in US cents. The buyer is another user, so the export
 * does not name them.
 */
export async function* exportRewards(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('distribution_history')
    .select(['id', 'kind', 'fund', 'price', 'reward', 'percentage', 'note', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) yield withIsoTimes(row)
}

/** Lists the user's short links and their targets. */
export async function* exportShortLinks(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('short_link')
    .select(['code as id', 'content', 'created_at'])
    .where('user_id', '=', userId)
  for await (const { id, ...row } of iterateRowsByTime(own, 'code'))
    yield withIsoTimes({ code: id, ...row })
}
