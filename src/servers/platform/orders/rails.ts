import type { PaymentMethod } from '#contract/order.ts'
import type { Locale } from '#i18n/locale.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * The payment rails, which move the money: Stripe, a bank transfer by the buyer, or the sandbox,
 * where no money moves.
 */
export const RAIL_IDS = ['stripe', 'manual', 'sandbox'] as const
export type RailId = (typeof RAIL_IDS)[number]

/**
 * Payment methods of each rail, under the names that clients send. The first one is the default.
 */
export const RAIL_PAY_WAYS = {
  stripe: ['Stripe', 'WechatPay', 'AliPay'],
  manual: ['Manual'],
  sandbox: ['WechatPay', 'AliPay', 'Stripe']
} as const satisfies Record<RailId, readonly PaymentMethod[]>

/** The rails that send money back without an operator. */
const SENDING: readonly string[] = ['stripe', 'sandbox'] satisfies RailId[]

/**
 * The time of the next try for a refund that an operator must send: never, until the operator
 * confirms it.
 */
export const RETRY_NEVER = Number.MAX_SAFE_INTEGER

export function isSentByMachine(rail: string): boolean {
  return SENDING.includes(rail)
}

/** The currency of order prices, whatever currency the reader is shown. */
export const ORDER_CURRENCY = 'usd'

/** A payment that a rail reports. It is accepted once all of it matches the order. */
export type ReportedPayment = {
  rail: RailId
  orderId: string
  /** The rail's id of the payment. */
  payId: string
  /** In hundredths of `currency`. */
  cents: number
  /** In lower case: `usd`. */
  currency: string
  /** The kind of credits it buys. */
  fund: FundKind
  /** Unix milliseconds. */
  paidAt: number
}

/** The rail's id of a payment that was begun, and the address of its payment page, if any. */
export type StartedPayment = { pay_id: string; pay_url: string | null }

export type RefundRequest = {
  /** US cents. */
  cents: number
  /** The refund's id, so that a repeated request refunds only once. */
  reference: string
}

/** The URL and language of the request. */
export type PaymentContext = { url: URL; locale: Locale }

/** A way for money to come in and to go back. */
export type Rail = {
  id: RailId
  ways: readonly PaymentMethod[]
  /** The kind of credits it buys. */
  fund: FundKind
  /** Milliseconds for which an order with this rail waits, if longer than other orders. */
  waits?: number
  /**
   * Opens a payment of an order, which the user then makes elsewhere. The same request again
   * returns the same payment.
   * @throws Problem `busy` if the rail does not respond, `bad_request` for a way that it does not
   * accept, `api_error`
   */
  create(order: OrderRow, way: PaymentMethod, place: PaymentContext): Promise<StartedPayment>
  /**
   * Returns the state of the begun payment: the payment if it was made; `open` if it still may be;
   * `over` if it never will be.
   * @throws Problem `busy`, `api_error`
   */
  query(order: OrderRow): Promise<ReportedPayment | 'open' | 'over'>
  /**
   * Closes the payment that was begun, as far as the rail can. A payment already made stays.
   * @throws Problem `busy`, also for one that is being paid at this moment and whose money may
   * still come; `api_error`
   */
  close(order: OrderRow): Promise<void>
  /**
   * Gives money back, once per reference.
   * @throws Problem `busy` if a retry may work, `api_error` if the rail refuses, or needs an
   * operator to send money
   */
  refund(order: OrderRow, refund: RefundRequest): Promise<{ id: string }>
}
