import type { DistributionStatus } from '#contract/distribution.ts'
import { centsToDollars } from '#core/money.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { DistributionStatusTable } from '#servers/lib/database/shop-tables.ts'
import { addToAccount, type InviterAccount } from '#servers/platform/distribution/entries.ts'
import {
  readLevels,
  levelProgress,
  toLevel,
  type LevelRow
} from '#servers/platform/distribution/levels.ts'

/** Returns a user's sums, and creates them at zero if there are none. */
export async function initializeStatus(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string
): Promise<DistributionStatus> {
  const [begun] = await readStatuses(database.db, userId)
  if (begun !== undefined) return begun
  await addToAccount(database.db, { user_id: userId, fund: 'real' }, {}, clock.now())
  const [status] = await readStatuses(database.db, userId)
  if (status === undefined) throw new Error(`the sums of ${userId} are gone`)
  return status
}

/** Returns a user's sums and level as one item, or no item if they have none yet. */
export async function readStatuses(db: Queries, userId: string): Promise<DistributionStatus[]> {
  const row = await shownRow(db, userId)
  return row === undefined ? [] : [toStatus(row, await readLevels(db))]
}

/**
 * Returns the account that counts for a user: the sandbox one until they have earned real money.
 * Returns undefined if they have none.
 */
export async function findInviterAccount(
  db: Queries,
  userId: string
): Promise<InviterAccount | undefined> {
  const row = await shownRow(db, userId)
  return row && { user_id: row.user_id, fund: row.fund }
}

async function shownRow(db: Queries, userId: string): Promise<DistributionStatusTable | undefined> {
  const rows = await db
    .selectFrom('distribution_status')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('fund')
    .execute()
  return (
    rows.find(
      ({ fund, price, reward, paid_out }) =>
        fund === 'real' && (price !== 0 || reward !== 0 || paid_out !== 0)
    ) ?? rows.at(-1)
  )
}

function toStatus(row: DistributionStatusTable, levels: readonly LevelRow[]): DistributionStatus {
  const { level, next } = levelProgress(levels, row.price)
  return {
    user_id: row.user_id,
    fund: row.fund,
    price: centsToDollars(row.price),
    reward: centsToDollars(row.reward),
    paid_out: centsToDollars(row.paid_out),
    payable: centsToDollars(row.reward - row.paid_out),
    percentage: (level?.percentage ?? 0) / 10,
    level: level === null ? null : toLevel(level),
    next_level: next === null ? null : toLevel(next),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}
