/** A part of an order: US cents paid, and the micro-credits bought for them. */
export type OrderShare = { cents: number; amount: number }

/** An order, the part already refunded, and the number of unspent micro-credits. */
export type RefundableOrder = { whole: OrderShare; before: OrderShare; unspent: number }

/**
 * Returns the largest possible refund: the unspent credits and their part of the price. The price
 * is rounded down over all refunds together.
 */
export function maxRefund({ whole, before, unspent }: RefundableOrder): OrderShare {
  const amount = Math.max(0, Math.min(unspent, whole.amount - before.amount))
  const cents = proportion(whole.cents, before.amount + amount, whole.amount, 'down') - before.cents
  return cents > 0 ? { cents, amount } : { cents: 0, amount: 0 }
}

/**
 * Calculates a refund of some cents: it takes back the fewest credits worth that much.
 * @param cents US cents; null for everything possible
 * @returns null if that is nothing, or more than is possible
 */
export function calculateRefund(
  refundable: RefundableOrder,
  cents: number | null
): OrderShare | null {
  const most = maxRefund(refundable)
  const wanted = cents ?? most.cents
  if (wanted <= 0 || wanted > most.cents) return null
  if (wanted === most.cents) return most
  return { cents: wanted, amount: Math.min(creditsForCents(refundable, wanted), most.amount) }
}

/** Returns the fewest unspent micro-credits that are worth `cents` more US cents. */
export function creditsForCents(
  { whole, before, unspent }: RefundableOrder,
  cents: number
): number {
  const amount = proportion(whole.amount, before.cents + cents, whole.cents, 'up') - before.amount
  return Math.max(0, Math.min(amount, unspent, whole.amount - before.amount))
}

/** Returns `value * part / of` exactly. The product may exceed the safe integers. */
function proportion(value: number, part: number, of: number, round: 'up' | 'down'): number {
  if (of === 0) return 0
  const [product, divisor] = [BigInt(value) * BigInt(part), BigInt(of)]
  return Number((product + (round === 'up' ? divisor - 1n : 0n)) / divisor)
}
