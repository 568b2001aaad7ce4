import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type {
  Cents,
  DistributionHistoryTable,
  DistributionStatusTable
} from '#servers/lib/database/shop-tables.ts'

/** Identifies the stored sums of an inviter: for real or for sandbox money. */
export type InviterAccount = Pick<DistributionStatusTable, 'user_id' | 'fund'>

/** The amounts that an entry adds to the sums, in cents. `paid_out` grows by a payout. */
export type RewardSums = { price?: Cents; reward?: Cents; paid_out?: Cents }

type Entry = Omit<Insertable<DistributionHistoryTable>, 'id' | 'note' | 'created_by'> &
  Partial<Pick<DistributionHistoryTable, 'note' | 'created_by'>>

/**
 * Adds to an account's sums, and creates the account if needed. The account stays locked until the
 * end of the caller's transaction: another transaction waits for it and sees this addition.
 * @returns the account's new `price` sum
 */
export function addToAccount(
  tx: Queries,
  account: InviterAccount,
  { price = 0, reward = 0, paid_out = 0 }: RewardSums,
  now: number
): Promise<{ price: Cents }> {
  return tx
    .insertInto('distribution_status')
    .values({ ...account, price, reward, paid_out, created_at: now, updated_at: now })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'fund']).doUpdateSet({
        price: sql<number>`distribution_status.price + ${price}`,
        reward: sql<number>`distribution_status.reward + ${reward}`,
        paid_out: sql<number>`distribution_status.paid_out + ${paid_out}`,
        updated_at: now
      })
    )
    .returning('price')
    .executeTakeFirstOrThrow()
}

/**
 * Writes an entry.
 * @returns its id; null if an entry of its kind and reference exists
 */
export async function writeHistoryEntry(tx: Queries, entry: Entry): Promise<string | null> {
  const row = await tx
    .insertInto('distribution_history')
    .values({ note: '', created_by: '', ...entry, id: randomUUID() })
    .onConflict(conflict => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
