import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { manualRail } from '#servers/platform/orders/manual-rail.ts'
import { availableRailIds } from '#servers/platform/orders/offer.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { RAIL_IDS, type Rail, type RailId } from '#servers/platform/orders/rails.ts'
import { sandboxRail } from '#servers/platform/orders/sandbox-payment.ts'
import { stripeRail } from '#servers/platform/orders/stripe/rail.ts'

type Needs = Pick<Context, 'config' | 'keys' | 'secrets' | 'clock' | 'log' | 'fetch' | 'sites'>

/**
 * Returns the rails for new orders at a host, the default first.
 * @param isTest whether the host is a test host
 */
export function railsOf(context: Needs, isTest = false): readonly Rail[] {
  return availableRailIds(context, isTest).map(id => railOf(context, id))
}

/**
 * Returns a rail, even if new orders cannot be paid by it.
 * @throws Problem `bad_request` for a rail that is no longer set up here
 */
export function railOf(context: Needs, id: RailId): Rail {
  if (id === 'manual') return manualRail()
  if (id === 'sandbox') return sandboxRail(context)
  const { stripe } = context.config
  if (stripe === null)
    throw new Problem('bad_request', {
      detail: 'Stripe is not set up here',
      issues: [{ field: 'rail', code: 'not_allowed' }]
    })
  return stripeRail(context, stripe)
}

/**
 * Returns the rail by which the payment of an order was begun. Returns null if none was begun, or
 * the rail is no longer set up here.
 */
export function railOfPayment(
  context: Needs,
  { rail, pay_id }: Pick<OrderRow, 'rail' | 'pay_id'>
): Rail | null {
  const id = RAIL_IDS.find(each => each === rail)
  if (id === undefined || pay_id === null || (id === 'stripe' && context.config.stripe === null))
    return null
  return railOf(context, id)
}
