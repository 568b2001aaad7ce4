import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { isTestHost, railIdsAt } from '#servers/platform/orders/offer.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { CURRENCY, WAYS, type Rail } from '#servers/platform/orders/rails.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

type Needs = Pick<Context, 'config' | 'secrets' | 'database'>

/** Whose page it is: an order's, by the token in its address, as it was asked for at `url`. */
export type SandboxBill = { id: string; token: string; url: URL }

/** Ways of paying that lead to a page of our own, where a button is all there is to pay. */
export function sandboxRail({ secrets }: Pick<Needs, 'secrets'>): Rail {
  return {
    id: 'sandbox',
    ways: WAYS.sandbox,
    fund: 'sandbox',
    create: async (order, _, { url, locale }) => {
      const address = new URL(`/api/v1/orders/${order.id}/sandbox-payment`, url.origin)
      address.searchParams.set('token', tokenFor(secrets, order))
      // Who pays may read another language here than their browser asks for.
      address.searchParams.set('locale', locale)
      return { pay_id: payIdOf(order), pay_url: address.href }
    },
    query: async () => 'open',
    close: async () => undefined,
    refund: async (_, { reference }) => ({ id: `sandbox-${reference}` })
  }
}

/** The order that a sandbox payment is of. @throws Problem `not_found` for a token that is not its own, and where real money is taken */
export async function sandboxOrder(context: Needs, { id, token, url }: SandboxBill): Promise<OrderRow> {
  const row = await context.database.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst()
  const taken = railIdsAt(context, isTestHost(context.config, url.origin)).includes('sandbox')
  const known = taken && row !== undefined && row.rail === 'sandbox' && isTokenOf(context.secrets, row, token)
  if (!known) throw new Problem('not_found', { detail: 'no such payment' })
  return row
}

/** Pays an order with nothing: once, however often the button is pressed. */
export async function paySandboxOrder(context: Needs & Pick<Context, 'clock' | 'log'>, bill: SandboxBill): Promise<void> {
  const order = await sandboxOrder(context, bill)
  const now = context.clock.now()
  if (!isPayable(order, now)) return
  const { id, price } = order
  const paid = { rail: 'sandbox', orderId: id, payId: payIdOf(order), cents: price, currency: CURRENCY } as const
  await applyPayment(context, { ...paid, fund: 'sandbox', paidAt: now })
}

/** Does it wait for a payment, and has not waited too long? */
export function isPayable({ state, expires_at }: OrderRow, now: number): boolean {
  return state === 'Pending' && (expires_at === null || expires_at > now)
}

function payIdOf({ id }: Pick<OrderRow, 'id'>): string {
  return `sandbox-${id}`
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
