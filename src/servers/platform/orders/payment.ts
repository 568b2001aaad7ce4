import type { PayWay } from '#contract/order.ts'
import type { Context } from '#servers/lib/context.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { sandboxPayment, takesSandboxPayments } from '#servers/platform/orders/sandbox-payment.ts'

export type PayableOrder = Pick<OrderRow, 'id' | 'user_id' | 'price' | 'description' | 'origin'>

/** One way of paying, by one vendor or by the sandbox. */
export type Payment = {
  way: PayWay
  /** What kind of credits it buys. */
  fund: FundKind
  /**
   * Opens a payment of an order, which its person then makes elsewhere; asked again, the same or a new one of the same
   * price. That it was paid is said by `finishOrder`, once, however often the vendor tells.
   * @param url where the call came in
   */
  begin(order: PayableOrder, url: URL): Promise<{ pay_id: string; pay_url: string }>
}

type Needs = Pick<Context, 'config' | 'secrets'>

/** How orders can be paid on this deployment. */
export function paymentsOf(context: Needs): readonly Payment[] {
  return takesSandboxPayments(context.config) ? sandboxPayment(context) : []
}

/** The same, by the names that clients send. */
export function payWaysOf(context: Needs): PayWay[] {
  return paymentsOf(context).map(({ way }) => way)
}
