/** So much of an order: what was paid in US cents, what it bought in micro-credits. */
export type Share = { cents: number; amount: number }

/** What an order was, what of it went back before, and how many of its micro-credits are unspent. */
export type Refundable = { whole: Share; before: Share; unspent: number }

/** What can go back now: the unspent credits, and their part of the price, rounded down over all refunds together. */
export function mostBack({ whole, before, unspent }: Refundable): Share {
  const amount = Math.max(0, Math.min(unspent, whole.amount - before.amount))
  const cents = proportion(whole.cents, before.amount + amount, whole.amount, 'down') - before.cents
  return cents > 0 ? { cents, amount } : { cents: 0, amount: 0 }
}

/**
 * What goes back for so many cents: as few credits as are worth them.
 * @param cents null for all that is possible
 * @returns null where that is nothing, or more than is possible
 */
export function refundOf(refundable: Refundable, cents: number | null): Share | null {
  const most = mostBack(refundable)
  const wanted = cents ?? most.cents
  if (wanted <= 0 || wanted > most.cents) return null
  if (wanted === most.cents) return most
  return { cents: wanted, amount: Math.min(worthOf(refundable, wanted), most.amount) }
}

/** The unspent micro-credits that go with so many more cents: as few as are worth them. */
export function worthOf({ whole, before, unspent }: Refundable, cents: number): number {
  const amount = proportion(whole.amount, before.cents + cents, whole.cents, 'up') - before.amount
  return Math.max(0, Math.min(amount, unspent, whole.amount - before.amount))
}

/** `value * part / of`, exactly: the product may be beyond what a number holds. */
function proportion(value: number, part: number, of: number, round: 'up' | 'down'): number {
  if (of === 0) return 0
  const [product, divisor] = [BigInt(value) * BigInt(part), BigInt(of)]
  return Number((product + (round === 'up' ? divisor - 1n : 0n)) / divisor)
}
