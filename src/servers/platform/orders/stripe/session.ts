import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PaymentMethod } from '#contract/order.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { ORDER_CURRENCY, type PaymentContext } from '#servers/platform/orders/rails.ts'

type Params = Stripe.Checkout.SessionCreateParams

const MINUTE = 60_000

/**
 * Milliseconds by which a session ends before its order, since the clocks of Stripe and this
 * machine may differ.
 */
const EARLIER = 5 * MINUTE

/**
 * Stripe accepts an expiry between half an hour and a day ahead; these limits are in milliseconds.
 */
const SOONEST = 35 * MINUTE
const LATEST = 24 * 60 * MINUTE - EARLIER

const METHODS = { Stripe: 'card', WechatPay: 'wechat_pay', AliPay: 'alipay' } as const

/**
 * Returns the parameters of Stripe's payment page: the price in US cents, one way of paying, and
 * the expiry.
 */
export function checkoutSessionParams(
  order: OrderRow,
  way: PaymentMethod,
  place: PaymentContext & { back: string; now: number }
): Params {
  const method = METHODS[way === 'WechatPay' || way === 'AliPay' ? way : 'Stripe']
  const credits = microToCredits(order.amount)
  const name = groupTranslator(place.locale, 'application')('application.credits', {
    count: roundCredits(credits),
    number: formatCredits(credits, place.locale)
  })
  const metadata = { order: order.id }
  return {
    mode: 'payment',
    allowed_payment_method_types: [method],
    ...(method === 'wechat_pay' && { payment_method_options: { wechat_pay: { client: 'web' } } }),
    line_items: [
      {
        quantity: 1,
        price_data: { currency: ORDER_CURRENCY, unit_amount: order.price, product_data: { name } }
      }
    ],
    // The payer pays the asked price; Stripe must not choose another currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata },
    success_url: place.back,
    cancel_url: place.back,
    expires_at: Math.floor(endOf(order, place.now) / 1000)
  }
}

/**
 * Returns the idempotency key of a session. Two clicks at the same time make one payment. Another
 * way, price or expiry makes another payment, and so does a retry after one that is over.
 */
export function sessionIdempotencyKey(order: OrderRow, session: Params): string {
  const what = JSON.stringify([session, order.pay_id, order.updated_at])
  return `order-${order.id}-${createHash('sha256').update(what).digest('hex').slice(0, 24)}`
}

/**
 * Returns the session's expiry in unix milliseconds. An expiry that depends on the current time is
 * rounded to whole minutes, so that two clicks share a key.
 */
function endOf({ expires_at }: OrderRow, now: number): number {
  const wanted = (expires_at ?? now + LATEST) - EARLIER
  const minute = Math.floor(now / MINUTE) * MINUTE
  if (wanted < now + SOONEST) return minute + SOONEST + MINUTE
  return wanted > now + LATEST ? minute + LATEST : wanted
}
