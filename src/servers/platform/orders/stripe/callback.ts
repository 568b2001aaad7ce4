import { Problem } from '#core/problem.ts'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'
import { validateInput } from '#servers/lib/parse.ts'
import { forgetPayment } from '#servers/platform/orders/forget-payment.ts'
import { stripeClient } from '#servers/platform/orders/stripe/client.ts'
import {
  chargeSchema,
  eventSchema,
  sessionPayment,
  sessionOrderId,
  refundSchema,
  checkoutSessionSchema
} from '#servers/platform/orders/stripe/event.ts'
import { reopenRefund } from '#servers/platform/orders/send-back.ts'
import { handleRefundedCharge } from '#servers/platform/orders/stripe/returned.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/** The highest age of a message, in seconds. An older one may be a replay. */
const TOLERANCE = 300

export type SignedMessage = { text: string; signature: string; config: StripeConfig }

/** Events for a paid session. The second one is for payment methods that take days. */
const PAID: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded'
]

/** Events for a session that will not be paid any more. */
const OVER: readonly string[] = [
  'checkout.session.expired',
  'checkout.session.async_payment_failed'
]

/** Events about the result of a refund. The last is the old name of it for some ways of paying. */
const REFUND: readonly string[] = ['refund.failed', 'refund.updated', 'charge.refund.updated']

/**
 * Handles an event of Stripe. Events may come late, twice, and in any order. Each is handled by its
 * content, every time it comes; events that change nothing here are accepted and dropped.
 * @throws Problem `bad_request` for a message that Stripe did not sign; Error if the database
 * fails, and Stripe then retries
 */
export async function handleStripeEvent(context: Context, message: SignedMessage): Promise<void> {
  const event = validateInput(eventSchema, await verified(context, message))
  const { object } = event.data
  if (PAID.includes(event.type))
    return takeSession(context, message.config, { object, at: event.created * 1000 })
  if (OVER.includes(event.type)) return takeEnd(context, object)
  if (event.type === 'charge.refunded')
    return handleRefundedCharge(context, message.config, validateInput(chargeSchema, object))
  if (REFUND.includes(event.type)) return takeRefund(context, object)
}

async function verified(
  context: Context,
  { text, signature, config }: SignedMessage
): Promise<unknown> {
  const stripe = await stripeClient(context, config)
  try {
    return stripe.webhooks.constructEvent(
      text,
      signature,
      config.webhookSecret,
      TOLERANCE,
      undefined,
      context.clock.now()
    )
  } catch (cause) {
    const issues = [{ field: 'stripe-signature', code: 'invalid' }]
    throw new Problem('bad_request', {
      detail: 'the Stripe signature is invalid or too old',
      issues,
      cause
    })
  }
}

async function takeSession(
  context: Context,
  config: StripeConfig,
  { object, at }: { object: unknown; at: number }
): Promise<void> {
  const session = validateInput(checkoutSessionSchema, object)
  const fact = sessionPayment(session, config, at)
  if (fact !== null) return void (await applyPayment(context, fact))
  const order = sessionOrderId(session)
  if (order === null || session.payment_status !== 'paid') return
  context.log.error(
    { payment: session.id, order },
    'a payment names two orders, and was taken for neither'
  )
}

/**
 * Handles a payment that failed or was never made. The order keeps waiting and can be paid again.
 * If the money arrives all the same, it is accepted.
 */
async function takeEnd(context: Context, object: unknown): Promise<void> {
  const session = validateInput(checkoutSessionSchema, object)
  const id = sessionOrderId(session)
  if (id !== null) await forgetPayment(context, { id, pay_id: session.id })
}

/**
 * Handles a refund that did not arrive, days after Stripe accepted it. `reference` is our id of the
 * refund.
 */
async function takeRefund(context: Context, object: unknown): Promise<void> {
  const { id, status, failure_reason, metadata } = validateInput(refundSchema, object)
  const reference = metadata?.['reference'] ?? ''
  if (status !== 'failed' && status !== 'canceled') return
  await reopenRefund(context, { reference, sent: id, reason: failure_reason ?? status })
}
