import type { Order, PaymentMethod } from '#contract/order.ts'
import type { Currency } from '#core/currency.ts'

type Paying = Pick<Order, 'pay_way' | 'pay_url' | 'pay_ways'>

/** The usual methods first: in China the two wallets, elsewhere a card. */
const CHINA: readonly PaymentMethod[] = ['WechatPay', 'AliPay', 'Stripe', 'Manual']
const ELSEWHERE: readonly PaymentMethod[] = ['Stripe', 'Manual', 'AliPay', 'WechatPay']

/**
 * Tells whether a payment is in progress, and which methods the user can choose instead. A payment
 * page may expire before its order. The user can then choose the same method again.
 * @param currency in which the user reads prices; it decides the order of the methods
 */
export function paymentProgress(
  { pay_way, pay_url, pay_ways }: Paying,
  currency: Currency
): { begun: boolean; others: PaymentMethod[] } {
  const begun = pay_way === 'Manual' || pay_url !== null
  const usual = currency === 'cny' ? CHINA : ELSEWHERE
  const others = pay_ways.filter(way => !begun || way !== pay_way)
  return { begun, others: others.toSorted((a, b) => usual.indexOf(a) - usual.indexOf(b)) }
}

/**
 * Identifies the payment that an order waits for, as a text to compare; empty for none. The id
 * alone is not enough: payment ways of one vendor may share it.
 */
export function pendingPaymentKey({ pay_way, pay_id }: Pick<Order, 'pay_way' | 'pay_id'>): string {
  return pay_id === null ? '' : `${pay_way} ${pay_id}`
}
