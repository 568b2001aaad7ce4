import { z } from '@hono/zod-openapi'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { ReportedPayment } from '#servers/platform/orders/rails.ts'

const id = z.string().max(255)
const metadata = z.record(z.string(), z.string()).nullish()
const whole = z.number().int()

/** The fields of an event that are read before its subject is known. */
export const eventSchema = z.looseObject({
  type: z.string(),
  /** Unix seconds. */
  created: whole,
  data: z.looseObject({ object: z.looseObject({}) })
})

/** The fields of a checkout session that say whether it was paid, and for which order. */
export const checkoutSessionSchema = z.object({
  id,
  payment_status: z.string(),
  /** In hundredths of the currency. */
  amount_total: whole.nullish(),
  currency: z.string().nullish(),
  client_reference_id: id.nullish(),
  metadata
})

/** A charge with the total that was refunded, in hundredths of the currency. */
export const chargeSchema = z.object({
  id,
  amount_refunded: whole.min(0),
  payment_intent: id.nullish(),
  metadata
})

export const refundSchema = z.object({
  id,
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata
})

export type Charge = z.infer<typeof chargeSchema>
export type CheckoutSession = z.infer<typeof checkoutSessionSchema>

/**
 * Returns the payment of a paid session; null for an unpaid one, and for one that belongs to no
 * order.
 * @param paidAt unix milliseconds
 */
export function sessionPayment(
  session: CheckoutSession,
  config: StripeConfig,
  paidAt: number
): ReportedPayment | null {
  const orderId = sessionOrderId(session)
  // Sessions without payment (`no_payment_required`) are not ours: we sell nothing free through
  // Stripe.
  if (
    session.payment_status !== 'paid' ||
    orderId === null ||
    session.client_reference_id !== orderId
  )
    return null
  const { id: payId, amount_total, currency } = session
  return {
    rail: 'stripe',
    orderId,
    payId,
    cents: amount_total ?? 0,
    currency: currency ?? '',
    fund: fundOf(config),
    paidAt
  }
}

/**
 * Returns the id of the order in a session; null for a session of another shop on the same account.
 */
export function sessionOrderId(session: Pick<CheckoutSession, 'metadata'>): string | null {
  return session.metadata?.['order'] ?? null
}

/**
 * Returns the kind of credits that a payment buys. Stripe's test mode moves no money, so it buys
 * sandbox credits.
 */
export function fundOf({ live }: StripeConfig): ReportedPayment['fund'] {
  return live ? 'real' : 'sandbox'
}
