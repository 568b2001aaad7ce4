import type { Order } from '#contract/order.ts'

/** Can an operator say that an order was paid? Money that comes late is money: also of one that expired or was taken back. */
export function isConfirmable({ state }: Pick<Order, 'state'>): boolean {
  return state !== 'Finished' && state !== 'Refunded'
}
