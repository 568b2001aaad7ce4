import { Problem } from '#core/problem.ts'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'
import { check } from '#servers/lib/parse.ts'
import { forgetPayment } from '#servers/platform/orders/forget-payment.ts'
import { stripeClient } from '#servers/platform/orders/stripe/client.ts'
import { chargeSchema, eventSchema, factOf, orderOf, refundSchema, sessionSchema } from '#servers/platform/orders/stripe/event.ts'
import { reopenRefund } from '#servers/platform/orders/send-back.ts'
import { takeReturned } from '#servers/platform/orders/stripe/returned.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/** How old a message may be, in seconds: an older one is somebody's copy. */
const TOLERANCE = 300

export type Message = { text: string; signature: string; config: StripeConfig }

/** Messages that a session was paid; the second comes for ways of paying that take a while. */
const PAID: readonly string[] = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

/** Messages that a session will not be paid any more. */
const OVER: readonly string[] = ['checkout.session.expired', 'checkout.session.async_payment_failed']

/** Messages of what became of a refund; the last is what it was called for some ways of paying. */
const REFUND: readonly string[] = ['refund.failed', 'refund.updated', 'charge.refund.updated']

/**
 * What Stripe says happened. Messages come late, twice, and in any order: each is acted upon by what it says, as often as
 * it comes; those that change nothing here are taken and forgotten.
 * @throws Problem `bad_request` for what Stripe did not sign; Error when the database fails, for which Stripe tells again
 */
export async function takeMessage(context: Context, message: Message): Promise<void> {
  const event = check(eventSchema, await verified(context, message))
  const { object } = event.data
  if (PAID.includes(event.type)) return takeSession(context, message.config, { object, at: event.created * 1000 })
  if (OVER.includes(event.type)) return takeEnd(context, object)
  if (event.type === 'charge.refunded') return takeReturned(context, message.config, check(chargeSchema, object))
  if (REFUND.includes(event.type)) return takeRefund(context, object)
}

async function verified(context: Context, { text, signature, config }: Message): Promise<unknown> {
  const stripe = await stripeClient(context, config)
  try {
    return stripe.webhooks.constructEvent(text, signature, config.webhookSecret, TOLERANCE, undefined, context.clock.now())
  } catch (cause) {
    const issues = [{ field: 'stripe-signature', code: 'invalid' }]
    throw new Problem('bad_request', { detail: 'this is not signed by Stripe, or too old', issues, cause })
  }
}

async function takeSession(context: Context, config: StripeConfig, { object, at }: { object: unknown; at: number }): Promise<void> {
  const session = check(sessionSchema, object)
  const fact = factOf(session, config, at)
  if (fact !== null) return void (await applyPayment(context, fact))
  const order = orderOf(session)
  if (order === null || session.payment_status !== 'paid') return
  context.log.error({ payment: session.id, order }, 'a payment names two orders, and was taken for neither')
}

/** A payment failed, or was never made: its order waits on, and can be paid anew. Money that comes all the same still counts. */
async function takeEnd(context: Context, object: unknown): Promise<void> {
  const session = check(sessionSchema, object)
  const id = orderOf(session)
  if (id !== null) await forgetPayment(context, { id, pay_id: session.id })
}

/** One that did not arrive, days after Stripe took it: `reference` is the refund's own name here. */
async function takeRefund(context: Context, object: unknown): Promise<void> {
  const { id, status, failure_reason, metadata } = check(refundSchema, object)
  const reference = metadata?.['reference'] ?? ''
  if (status !== 'failed' && status !== 'canceled') return
  await reopenRefund(context, { reference, sent: id, reason: failure_reason ?? status })
}
