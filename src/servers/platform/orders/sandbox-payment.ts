import { createHmac, timingSafeEqual } from 'node:crypto'
import { PAY_WAYS } from '#contract/order.ts'
import { Problem } from '#core/problem.ts'
import type { Config } from '#servers/config.ts'
import type { Context } from '#servers/lib/context.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import type { Payment } from '#servers/platform/orders/payment.ts'

type Needs = Pick<Context, 'config' | 'secrets'>

/** No real money may be asked for here: then the sandbox plays all ways of paying, for credits that only it takes. */
export function takesSandboxPayments({ sandbox, stripeSecretKey }: Config): boolean {
  return sandbox === 'auto' && stripeSecretKey === null
}

/** Ways of paying that lead to a page of our own, where a button is all there is to pay. */
export function sandboxPayment({ secrets }: Pick<Needs, 'secrets'>): Payment[] {
  return PAY_WAYS.map(way => ({
    way,
    fund: 'sandbox',
    begin: async (order, url) => {
      const address = new URL(`/api/v1/orders/${order.id}/sandbox-payment`, url.origin)
      address.searchParams.set('token', tokenFor(secrets, order))
      return { pay_id: `sandbox-${order.id}`, pay_url: address.href }
    }
  }))
}

/** The order that a sandbox payment is of. @throws Problem `not_found` for a token that is not its own, and where real money is taken */
export async function sandboxOrder(context: Needs & Pick<Context, 'database'>, id: string, token: string): Promise<OrderRow> {
  const row = await context.database.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst()
  const known = row !== undefined && takesSandboxPayments(context.config) && isTokenOf(context.secrets, row, token)
  if (!known) throw new Problem('not_found', { detail: 'no such payment' })
  return row
}

/** Pays an order with nothing: once, however often the button is pressed. */
export async function paySandboxOrder(context: Needs & Pick<Context, 'database' | 'clock'>, id: string, token: string): Promise<void> {
  const { database, clock } = context
  const order = await sandboxOrder(context, id, token)
  const now = clock.now()
  if (!isPayable(order, now)) return
  await database.transaction(tx => finishOrder(tx, order.id, { now, fund: 'sandbox' }))
}

/** Does it wait for a payment, and has not waited too long? */
export function isPayable({ state, expires_at }: OrderRow, now: number): boolean {
  return state === 'Pending' && (expires_at === null || expires_at > now)
}

/** Good for this order at this price: another price is another payment. */
function tokenFor(secrets: Needs['secrets'], { id, price }: Pick<OrderRow, 'id' | 'price'>): string {
  return createHmac('sha256', secrets.key('sandbox-payment')).update(`${id}:${price}`).digest('base64url')
}

function isTokenOf(secrets: Needs['secrets'], order: OrderRow, token: string): boolean {
  const right = Buffer.from(tokenFor(secrets, order))
  const given = Buffer.from(token)
  return right.length === given.length && timingSafeEqual(right, given)
}
