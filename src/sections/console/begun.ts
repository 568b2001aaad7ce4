import type { Order, PayWay } from '#contract/order.ts'

type Paying = Pick<Order, 'pay_way' | 'pay_url' | 'pay_ways'>

/**
 * Is a payment open, and which ways remain to choose? A page of a payment can end before its order does, as a card's does
 * while a transfer is waited for: then that way can be chosen again.
 */
export function begunOf({ pay_way, pay_url, pay_ways }: Paying): { begun: boolean; others: PayWay[] } {
  const begun = pay_way === 'Manual' || pay_url !== null
  return { begun, others: pay_ways.filter(way => !begun || way !== pay_way) }
}

/** Which payment an order waits for, as a text to compare: ways of one vendor may share its name. Empty for none. */
export function paymentOf({ pay_way, pay_id }: Pick<Order, 'pay_way' | 'pay_id'>): string {
  return pay_id === null ? '' : `${pay_way} ${pay_id}`
}
