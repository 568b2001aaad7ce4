import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * The value of one credit in whole micro-US-dollars, and whether it comes from orders or from
 * packages.
 */
export type CreditValue = { micro: number; from: 'orders' | 'packages' }

/** Micro-US-dollars in a cent, times micro-credits in a credit. */
const SCALE = 10_000 * 1_000_000

/**
 * Computes what a credit is worth: the average of all paid orders, without refunds. While there are
 * none, it is the lowest price on sale.
 * @returns null when nothing is sold
 */
export async function readCreditValue(db: Queries): Promise<CreditValue | null> {
  const sold = await db
    .selectFrom('order')
    .select(({ fn }) => [fn.sum<number>('price').as('cents'), fn.sum<number>('amount').as('micro')])
    .where('state', '=', 'Finished')
    .where('fund', '=', 'real')
    .where('price', '>', 0)
    .where('refunded', '=', 0)
    .executeTakeFirstOrThrow()
  const paid = worth(Number(sold.cents ?? 0), Number(sold.micro ?? 0))
  if (paid !== null) return { micro: paid, from: 'orders' }
  const offers = await db
    .selectFrom('package')
    .select(['price', 'amount'])
    .where('active', '=', 1)
    .where('price', '>', 0)
    .execute()
  const values = offers.map(({ price, amount }) => worth(price, amount))
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : { micro: Math.min(...known), from: 'packages' }
}

function worth(cents: number, micro: number): number | null {
  return cents > 0 && micro > 0 ? Math.round((cents * SCALE) / micro) : null
}

/** Returns the worth of micro-credits in micro-US-dollars. */
export function creditsWorth({ micro: value }: CreditValue, micro: number): number {
  return Number((BigInt(micro) * BigInt(value)) / 1_000_000n)
}
