import type Stripe from 'stripe'
import { Problem } from '#core/problem.ts'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import type { RefundRequest } from '#servers/platform/orders/rails.ts'
import { askStripe, isMissingAtStripe } from '#servers/platform/orders/stripe/client.ts'

type Needs = Pick<Context, 'log' | 'fetch'>

/**
 * Refunds money through Stripe, once per reference. Stripe forgets idempotency keys after a day, so
 * this first looks in Stripe's list of refunds.
 * @throws Problem `busy`, `api_error`
 */
export async function refundByStripe(
  context: Needs,
  config: StripeConfig,
  order: OrderRow,
  refund: RefundRequest
): Promise<{ id: string }> {
  const { cents, reference } = refund
  const made = await askStripe(context, config, async stripe => {
    const payment_intent = await intentOf(stripe, order)
    for await (const each of stripe.refunds.list({ payment_intent, limit: 100 }))
      if (each.metadata?.['reference'] === reference && !isFailed(each)) return each
    const metadata = { order: order.id, reference }
    return stripe.refunds.create(
      { payment_intent, amount: cents, metadata },
      { idempotencyKey: `refund-${reference}` }
    )
  })
  if (isFailed(made))
    throw new Problem('api_error', {
      detail: `Stripe could not refund: ${made.failure_reason ?? made.status}`
    })
  return { id: made.id }
}

function isFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

/**
 * Returns Stripe's id of the payment of an order; undefined if Stripe knows none.
 * @throws Problem `busy`, `api_error`
 */
export function findStripePayment(
  context: Needs,
  config: StripeConfig,
  order: OrderRow
): Promise<string | undefined> {
  return askStripe(context, config, stripe => findIntent(stripe, order))
}

async function intentOf(stripe: Stripe, order: OrderRow): Promise<string> {
  const intent = await findIntent(stripe, order)
  if (intent === undefined)
    throw new Problem('api_error', { detail: `order ${order.id} has no Stripe payment` })
  return intent
}

async function findIntent(stripe: Stripe, { pay_id }: OrderRow): Promise<string | undefined> {
  const { payment_intent } = await stripe.checkout.sessions
    .retrieve(pay_id ?? '')
    .catch((error: unknown) => {
      if (isMissingAtStripe(error)) return { payment_intent: null }
      throw error
    })
  return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
}
