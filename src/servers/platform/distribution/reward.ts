import type { Queries } from '#servers/lib/database/queries.ts'
import type {
  Cents,
  DistributionHistoryTable,
  OrderTable
} from '#servers/lib/database/shop-tables.ts'
import { addToAccount, writeHistoryEntry } from '#servers/platform/distribution/entries.ts'
import { readLevels, levelProgress } from '#servers/platform/distribution/levels.ts'

type PaidOrder = Pick<OrderTable, 'id' | 'user_id' | 'price' | 'fund'>

/**
 * A refunded part of an order's price, in US cents. `reference` identifies the refund, so that it
 * counts once.
 */
export type RefundedPart = { orderId: string; reference: string; cents: Cents; now: number }

/**
 * Rewards the payer's inviter, in the transaction that finishes the order. The percentage is that
 * of the inviter's level before the order. The reward is in whole cents, rounded down. An order
 * without a price gives no reward.
 */
export async function rewardInviter(tx: Queries, order: PaidOrder, now: number): Promise<void> {
  if (order.price === 0) return
  const inviter = await inviterOf(tx, order.user_id)
  if (inviter === null) return
  const account = { user_id: inviter, fund: order.fund }
  // Add first: a second order at the same time waits here, and sees what the first one added.
  const { price } = await addToAccount(tx, account, { price: order.price }, now)
  const { level } = levelProgress(await readLevels(tx), price - order.price)
  const percentage = level?.percentage ?? 0
  const reward = shareOf(order.price, percentage)
  const whose = { ...account, invitee_id: order.user_id, order_id: order.id }
  const entry = await writeHistoryEntry(tx, {
    ...whose,
    kind: 'reward',
    reference: order.id,
    price: order.price,
    reward,
    percentage,
    created_at: now
  })
  if (entry === null) throw new Error(`order ${order.id} was rewarded before`)
  await addToAccount(tx, account, { reward }, now)
}

/**
 * Takes back the inviter's reward for a refunded part, in the transaction that refunds it. The
 * inviter keeps the reward that the remaining price would have brought. So a full refund takes all
 * of it, in however many parts. A repeated reference changes nothing, and neither does an order
 * without a reward. A refund counts at most up to the order's remaining price.
 */
export async function reverseReward(
  tx: Queries,
  { orderId, reference, cents, now }: RefundedPart
): Promise<void> {
  const earned = await rewardOf(tx, orderId)
  if (earned === undefined || cents <= 0) return
  const { user_id, invitee_id, order_id, fund, percentage } = earned
  const account = { user_id, fund }
  // Lock the account first, as above: two simultaneous refunds must not read the same remainder.
  await addToAccount(tx, account, {}, now)
  const left = await leftOf(tx, orderId)
  const price = -Math.min(cents, left.price)
  const reward = shareOf(left.price + price, percentage) - left.reward
  if (price === 0) return
  const whose = { ...account, invitee_id, order_id }
  const entry = await writeHistoryEntry(tx, {
    ...whose,
    kind: 'reversal',
    reference,
    price,
    reward,
    percentage,
    created_at: now
  })
  if (entry !== null) await addToAccount(tx, account, { price, reward }, now)
}

/**
 * Returns a share of a price in whole cents, rounded down.
 * @param percentage in thousandths
 */
function shareOf(price: Cents, percentage: number): Cents {
  return Math.floor((price * percentage) / 1000)
}

function rewardOf(tx: Queries, orderId: string): Promise<DistributionHistoryTable | undefined> {
  return tx
    .selectFrom('distribution_history')
    .selectAll()
    .where('kind', '=', 'reward')
    .where('reference', '=', orderId)
    .executeTakeFirst()
}

/** Returns the price and reward of an order that are left after its reversals. */
async function leftOf(tx: Queries, orderId: string): Promise<{ price: Cents; reward: Cents }> {
  const { price, reward } = await tx
    .selectFrom('distribution_history')
    .select(({ fn }) => [
      fn.sum<number>('price').as('price'),
      fn.sum<number>('reward').as('reward')
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { price: Number(price), reward: Number(reward) }
}

/** Returns the inviter of a user, if that is another user who still exists. */
async function inviterOf(tx: Queries, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('profile')
    .innerJoin('user', 'user.id', 'profile.inviter_id')
    .select('user.id')
    .where('profile.user_id', '=', userId)
    .where('user.id', '!=', userId)
    .executeTakeFirst()
  return row?.id ?? null
}
