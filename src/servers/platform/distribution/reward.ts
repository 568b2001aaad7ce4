import type { Queries } from '#servers/lib/database/queries.ts'
import type { Cents, DistributionHistoryTable, OrderTable } from '#servers/lib/database/shop-tables.ts'
import { addTo, write } from '#servers/platform/distribution/entries.ts'
import { levelsOf, standing } from '#servers/platform/distribution/levels.ts'

type PaidOrder = Pick<OrderTable, 'id' | 'user_id' | 'price' | 'fund'>

/** A part of an order's price, in US cents, that goes back to its payer; `reference` names it, and does so once. */
export type Refunded = { orderId: string; reference: string; cents: Cents; now: number }

/**
 * Rewards whoever invited the payer, in the transaction that finishes the order: by the percentage of the level that
 * the inviter had before it, in whole cents, rounded down. An order without a price rewards nobody.
 */
export async function rewardInviter(tx: Queries, order: PaidOrder, now: number): Promise<void> {
  if (order.price === 0) return
  const inviter = await inviterOf(tx, order.user_id)
  if (inviter === null) return
  const account = { user_id: inviter, fund: order.fund }
  // Added first: of two orders at once the second waits here, and sees what the first has brought.
  const { price } = await addTo(tx, account, { price: order.price }, now)
  const { level } = standing(await levelsOf(tx), price - order.price)
  const percentage = level?.percentage ?? 0
  const reward = shareOf(order.price, percentage)
  const whose = { ...account, invitee_id: order.user_id, order_id: order.id }
  const entry = await write(tx, { ...whose, kind: 'reward', reference: order.id, price: order.price, reward, percentage, created_at: now })
  if (entry === null) throw new Error(`order ${order.id} was rewarded before`)
  await addTo(tx, account, { reward }, now)
}

/**
 * Takes back what an order had brought its payer's inviter, in the transaction that refunds it: what is left is what an
 * order of the price that is left would have brought, so that a full refund takes all of it, however many parts it came
 * in. The same reference again, more than the order's price, and an order that rewarded nobody, change nothing.
 */
export async function reverseReward(tx: Queries, { orderId, reference, cents, now }: Refunded): Promise<void> {
  const earned = await rewardOf(tx, orderId)
  if (earned === undefined || cents <= 0) return
  const { user_id, invitee_id, order_id, fund, percentage } = earned
  const account = { user_id, fund }
  // Holds the account first, as above: two refunds at once must not both read the same rest.
  await addTo(tx, account, {}, now)
  const left = await leftOf(tx, orderId)
  const price = -Math.min(cents, left.price)
  const reward = shareOf(left.price + price, percentage) - left.reward
  if (price === 0) return
  const whose = { ...account, invitee_id, order_id }
  const entry = await write(tx, { ...whose, kind: 'reversal', reference, price, reward, percentage, created_at: now })
  if (entry !== null) await addTo(tx, account, { price, reward }, now)
}

/** So many thousandths of a price, in whole cents, rounded down. */
function shareOf(price: Cents, percentage: number): Cents {
  return Math.floor((price * percentage) / 1000)
}

function rewardOf(tx: Queries, orderId: string): Promise<DistributionHistoryTable | undefined> {
  return tx.selectFrom('distribution_history').selectAll().where('kind', '=', 'reward').where('reference', '=', orderId).executeTakeFirst()
}

/** What an order still counts for, after what was taken back of it. */
async function leftOf(tx: Queries, orderId: string): Promise<{ price: Cents; reward: Cents }> {
  const { price, reward } = await tx
    .selectFrom('distribution_history')
    .select(({ fn }) => [fn.sum<number>('price').as('price'), fn.sum<number>('reward').as('reward')])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { price: Number(price), reward: Number(reward) }
}

/** Who invited a person, if that is somebody else who is still there. */
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
