import { toCredits } from '#core/money.ts'
import type { Json } from '#core/provider.ts'
import { dated, later, PAGE, paged } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Every order, its price in US cents, without the addresses at which it was paid. */
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
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE)
  for await (const row of paged(PAGE, place => own.where(later(place)).execute())) {
    const [application_ids, package_ids] = [row.application_ids, row.package_ids].map(
      text => JSON.parse(text) as Json
    )
    const more = { refunds: await refunds(db, row.id), redeemed: await redeemed(db, row.id) }
    yield {
      ...dated({ ...row, amount: toCredits(row.amount), application_ids, package_ids }),
      ...more
    }
  }
}

/** What of an order went back, in US cents, and the credits that it took. */
async function refunds(db: Queries, orderId: string): Promise<object[]> {
  const all = db
    .selectFrom('refund')
    .select(['id', 'state', 'reason', 'cents', 'amount', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
  return (await all.execute()).map(row => dated({ ...row, amount: toCredits(row.amount) }))
}

/** When the code of an order was redeemed; null for one that was paid. */
async function redeemed(db: Queries, orderId: string): Promise<object | null> {
  const row = await db
    .selectFrom('redemption')
    .select(['id', 'created_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row === undefined ? null : dated(row)
}

/** What inviting others has brought in all, in US cents, by what was paid with; an empty list for nothing yet. */
export async function rewardSums(db: Queries, userId: string): Promise<object[]> {
  const sums = db
    .selectFrom('distribution_status')
    .select(['fund', 'price', 'reward', 'paid_out', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('fund')
  return (await sums.execute()).map(row => dated(row))
}

/** Each reward, what was taken back of it, and each payout, in US cents. Who bought is another person's. */
export async function* rewards(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('distribution_history')
    .select(['id', 'kind', 'fund', 'price', 'reward', 'percentage', 'note', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE)
  for await (const row of paged(PAGE, place => own.where(later(place)).execute())) yield dated(row)
}

/** Every short address, and where it leads. */
export async function* shortLinks(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('short_link')
    .select(['code as id', 'content', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('code')
    .limit(PAGE)
  for await (const { id, ...row } of paged(PAGE, place =>
    own.where(later(place, 'code')).execute()
  ))
    yield dated({ code: id, ...row })
}
