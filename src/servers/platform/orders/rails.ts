import type { PayWay } from '#contract/order.ts'
import type { Locale } from '#i18n/locale.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/** Who moves the money: Stripe, a bank to which people transfer it, or nobody. */
export const RAIL_IDS = ['stripe', 'manual', 'sandbox'] as const
export type RailId = (typeof RAIL_IDS)[number]

/** How people pay by each, by the names that clients send, the first one first. */
export const WAYS = {
  stripe: ['Stripe', 'WechatPay', 'AliPay'],
  manual: ['Manual'],
  sandbox: ['WechatPay', 'AliPay', 'Stripe']
} as const satisfies Record<RailId, readonly PayWay[]>

/** By which money goes back without anybody's hands. */
const SENDING: readonly string[] = ['stripe', 'sandbox'] satisfies RailId[]

/** When a refund is asked for that no rail sends: never; an operator sends it, and says so. */
export const BY_HAND = Number.MAX_SAFE_INTEGER

export function isSentByMachine(rail: string): boolean {
  return SENDING.includes(rail)
}

/** Where Stripe tells of payments. */
export const STRIPE_CALLBACK = '/api/v1/payments/stripe/callback'

/** Prices of orders are in this currency, whatever a reader is shown. */
export const CURRENCY = 'usd'

/** What a rail says was paid; believed once all of it is as the order has it. */
export type PaymentFact = {
  rail: RailId
  orderId: string
  /** What the rail calls the payment. */
  payId: string
  /** In hundredths of `currency`. */
  cents: number
  /** In small letters, `usd`. */
  currency: string
  /** What kind of credits it buys. */
  fund: FundKind
  /** Unix milliseconds. */
  paidAt: number
}

/** What a rail calls a payment that was begun, and where it is made; null where no page is for that. */
export type Begun = { pay_id: string; pay_url: string | null }

export type Refund = {
  /** US cents. */
  cents: number
  /** Names the refund, so that asked twice it is made once. */
  reference: string
}

/** Where a call came in, and in which language. */
export type PayPlace = { url: URL; locale: Locale }

/** One way for money to come in and to go back. */
export type Rail = {
  id: RailId
  ways: readonly PayWay[]
  /** What kind of credits it buys. */
  fund: FundKind
  /** How long an order that is paid by it waits, in milliseconds, where that is longer than others do. */
  waits?: number
  /**
   * Opens a payment of an order, which its person then makes elsewhere; asked again with all as it was, the same one.
   * @throws Problem `busy` where the rail does not answer, `bad_request` for a way that it does not take, `api_error`
   */
  create(order: OrderRow, way: PayWay, place: PayPlace): Promise<Begun>
  /** What came of the payment that was begun: paid, may still be paid, or never will be. @throws Problem `busy`, `api_error` */
  query(order: OrderRow): Promise<PaymentFact | 'open' | 'over'>
  /**
   * Sees to it that what was begun is paid no more, as far as a rail can; what was paid already stays so.
   * @throws Problem `busy`, also for one that is being paid at this moment, whose money may still come; `api_error`
   */
  close(order: OrderRow): Promise<void>
  /**
   * Gives money back, once per reference.
   * @throws Problem `busy` when it may be asked again, `api_error` when the rail refuses, or sends nothing by itself
   */
  refund(order: OrderRow, refund: Refund): Promise<{ id: string }>
}
