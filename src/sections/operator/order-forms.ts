import type { Order } from '#contract/order.ts'

/**
 * Tells whether an operator can confirm the payment of an order. A late payment counts too, so an
 * expired or failed order can be confirmed.
 */
export function isConfirmable({ state }: Pick<Order, 'state'>): boolean {
  return state !== 'Finished' && state !== 'Refunded'
}
