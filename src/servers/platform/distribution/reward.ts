import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/database.ts'
import type { Cents } from '#servers/lib/database/shop-tables.ts'
import { levelsOf, standing } from '#servers/platform/distribution/levels.ts'

type PaidOrder = { id: string; user_id: string; price: Cents }

/**
 * Rewards whoever invited the payer, in the transaction that finishes the order: by the percentage of the level that
 * the inviter had before it, in whole cents, rounded down. An order without a price rewards nobody.
 */
export async function rewardInviter(tx: Queries, order: PaidOrder, now: number): Promise<void> {
  if (order.price === 0) return
  const inviter = await inviterOf(tx, order.user_id)
  if (inviter === null) return
  // Added first: of two orders at once the second waits here, and sees what the first has brought.
  const { price } = await addTo(tx, inviter, order.price, now)
  const { level } = standing(await levelsOf(tx), price - order.price)
  const percentage = level?.percentage ?? 0
  const reward = Math.floor((order.price * percentage) / 1000)
  await tx
    .insertInto('distribution_history')
    .values({
      id: randomUUID(),
      user_id: inviter,
      invitee_id: order.user_id,
      order_id: order.id,
      price: order.price,
      reward,
      percentage,
      created_at: now
    })
    .execute()
  await tx
    .updateTable('distribution_status')
    .set({ reward: sql`reward + ${reward}` })
    .where('user_id', '=', inviter)
    .execute()
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

function addTo(tx: Queries, userId: string, price: Cents, now: number): Promise<{ price: Cents }> {
  return tx
    .insertInto('distribution_status')
    .values({ user_id: userId, price, reward: 0, created_at: now, updated_at: now })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({ price: sql<number>`distribution_status.price + ${price}`, updated_at: now })
    )
    .returning('price')
    .executeTakeFirstOrThrow()
}
