import { toCredits } from '#core/money.ts'
import type { Json } from '#core/provider.ts'
import { dated, later, PAGE, paged } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/** Every order, its price in US cents, without the addresses at which it was paid. */
export async function* orders(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('order')
    .select(['id', 'origin', 'application_ids', 'package_ids', 'description', 'state', 'pay_way', 'fund', 'amount', 'price', 'duration'])
    .select(['paid_at', 'expires_at', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE)
  for await (const row of paged(PAGE, place => own.where(later(place)).execute())) {
    const [application_ids, package_ids] = [row.application_ids, row.package_ids].map(text => JSON.parse(text) as Json)
    yield dated({ ...row, amount: toCredits(row.amount), application_ids, package_ids })
  }
}

/** What inviting others has brought in all, in US cents; null for nothing yet. */
export async function rewardSums(db: Queries, userId: string): Promise<object | null> {
  const sums = db.selectFrom('distribution_status').select(['price', 'reward', 'created_at', 'updated_at']).where('user_id', '=', userId)
  const row = await sums.executeTakeFirst()
  return row === undefined ? null : dated(row)
}

/** Each reward, in US cents. Who bought is another person's. */
export async function* rewards(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('distribution_history')
    .select(['id', 'price', 'reward', 'percentage', 'created_at'])
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
  for await (const { id, ...row } of paged(PAGE, place => own.where(later(place, 'code')).execute())) yield dated({ code: id, ...row })
}
