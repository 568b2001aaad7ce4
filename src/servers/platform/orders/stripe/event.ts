import { z } from '@hono/zod-openapi'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { PaymentFact } from '#servers/platform/orders/rails.ts'

const id = z.string().max(255)
const metadata = z.record(z.string(), z.string()).nullish()
const whole = z.number().int()

/** Of a message, what is read before it is known what it is about. */
export const eventSchema = z.looseObject({
  type: z.string(),
  /** Unix seconds. */
  created: whole,
  data: z.looseObject({ object: z.looseObject({}) })
})

/** Of a page of Stripe's, what says whether it was paid, and for what. */
export const sessionSchema = z.object({
  id,
  payment_status: z.string(),
  /** In hundredths of the currency. */
  amount_total: whole.nullish(),
  currency: z.string().nullish(),
  client_reference_id: id.nullish(),
  metadata
})

/** Money that went back, all together, in hundredths of the currency. */
export const chargeSchema = z.object({ id, amount_refunded: whole.min(0), payment_intent: id.nullish(), metadata })

export const refundSchema = z.object({ id, status: z.string().nullish(), failure_reason: z.string().nullish(), metadata })

export type Charge = z.infer<typeof chargeSchema>
export type PaidSession = z.infer<typeof sessionSchema>

/** What a session that was paid says; null for one that was not, and for one that is no order's. @param paidAt unix milliseconds */
export function factOf(session: PaidSession, config: StripeConfig, paidAt: number): PaymentFact | null {
  const orderId = orderOf(session)
  // Free of charge is nothing that we sell.
  if (session.payment_status !== 'paid' || orderId === null || session.client_reference_id !== orderId) return null
  const { id: payId, amount_total, currency } = session
  return { rail: 'stripe', orderId, payId, cents: amount_total ?? 0, currency: currency ?? '', fund: fundOf(config), paidAt }
}

/** The order that a session names; null for that of another shop that shares the account. */
export function orderOf(session: Pick<PaidSession, 'metadata'>): string | null {
  return session.metadata?.['order'] ?? null
}

/** What is paid in Stripe's test mode moves no money: it buys what sandbox payments buy. */
export function fundOf({ live }: StripeConfig): PaymentFact['fund'] {
  return live ? 'real' : 'sandbox'
}
