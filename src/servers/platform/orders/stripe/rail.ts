import type Stripe from 'stripe'
import { Problem } from '#core/problem.ts'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { orderAddress } from '#servers/platform/orders/order-address.ts'
import { RAIL_PAY_WAYS, type ReportedPayment, type Rail } from '#servers/platform/orders/rails.ts'
import { askStripe, isMissingAtStripe } from '#servers/platform/orders/stripe/client.ts'
import { sessionPayment, fundOf } from '#servers/platform/orders/stripe/event.ts'
import { refundByStripe } from '#servers/platform/orders/stripe/refund.ts'
import {
  sessionIdempotencyKey,
  checkoutSessionParams
} from '#servers/platform/orders/stripe/session.ts'

type Needs = Pick<Context, 'config' | 'clock' | 'log' | 'fetch' | 'sites'>
type Session = Stripe.Checkout.Session

/**
 * Returns the rail for cards, WeChat Pay and Alipay, paid on a page of Stripe. Stripe's test mode
 * moves no money, so it buys sandbox credits.
 */
export function stripeRail(context: Needs, config: StripeConfig): Rail {
  const { clock } = context
  return {
    id: 'stripe',
    ways: RAIL_PAY_WAYS.stripe,
    fund: fundOf(config),
    async create(order, way, place) {
      const back = await orderAddress(context, order, place.url)
      const session = checkoutSessionParams(order, way, { ...place, back, now: clock.now() })
      const idempotencyKey = sessionIdempotencyKey(order, session)
      const made = await askStripe(context, config, stripe =>
        stripe.checkout.sessions.create(session, { idempotencyKey })
      )
      return { pay_id: made.id, pay_url: made.url }
    },
    async query(order) {
      const session = await find(context, config, order)
      return session === null ? 'over' : standingOf(session, config, clock.now())
    },
    async close(order) {
      const session = await find(context, config, order)
      if (session === null) return
      const ended =
        session.status === 'open' ? await expire(context, config, order, session.id) : session
      if (ended !== null && standingOf(ended, config, clock.now()) === 'open')
        throw beingPaid(order)
    },
    refund: (order, refund) => refundByStripe(context, config, order, refund)
  }
}

function standingOf(
  session: Session,
  config: StripeConfig,
  now: number
): ReportedPayment | 'open' | 'over' {
  const fact = sessionPayment(session, config, now)
  if (fact !== null) return fact
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const failed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return session.status === 'expired' || (session.status === 'complete' && failed) ? 'over' : 'open'
}

async function find(
  context: Needs,
  config: StripeConfig,
  { pay_id }: OrderRow
): Promise<Session | null> {
  if (pay_id === null) return null
  try {
    return await askStripe(context, config, stripe =>
      stripe.checkout.sessions.retrieve(pay_id, { expand: ['payment_intent'] })
    )
  } catch (error) {
    if (isMissingAtStripe(error)) return null
    throw error
  }
}

/**
 * Expires a session. A session that is being paid at this moment can no longer be expired, and
 * stays.
 * @returns the session as it is now
 */
async function expire(
  context: Needs,
  config: StripeConfig,
  order: OrderRow,
  id: string
): Promise<Session | null> {
  try {
    return await askStripe(context, config, stripe => stripe.checkout.sessions.expire(id))
  } catch (error) {
    const session = await find(context, config, order)
    if (session?.status === 'open') throw error
    return session
  }
}

/**
 * Builds the problem of an order that is being paid. The payment page is closed and the money is on
 * its way, so the buyer must not pay again.
 */
function beingPaid({ id }: OrderRow): Problem {
  return new Problem('busy', {
    detail: `order ${id} is being paid`,
    issues: [{ field: 'order', code: 'being_paid' }]
  })
}
