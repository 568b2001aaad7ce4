import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { isTestHost, availableRailIds } from '#servers/platform/orders/offer.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { ORDER_CURRENCY, RAIL_PAY_WAYS, type Rail } from '#servers/platform/orders/rails.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

type Needs = Pick<Context, 'config' | 'secrets' | 'database'>

/**
 * Identifies the page of a sandbox payment: the order, the token in the page's address, and the
 * requested URL.
 */
export type SandboxPaymentRef = { id: string; token: string; url: URL }

/** Returns the sandbox rail. Its payment page is our own, and a button there pays. */
export function sandboxRail({ secrets }: Pick<Needs, 'secrets'>): Rail {
  return {
    id: 'sandbox',
    ways: RAIL_PAY_WAYS.sandbox,
    fund: 'sandbox',
    create: async (order, _, { url, locale }) => {
      const address = new URL(`/api/v1/orders/${order.id}/sandbox-payment`, url.origin)
      address.searchParams.set('token', tokenFor(secrets, order))
      // The order's page may have another language than the browser requests, so the address
      // contains it.
      address.searchParams.set('locale', locale)
      return { pay_id: payIdOf(order), pay_url: address.href }
    },
    query: async () => 'open',
    close: async () => undefined,
    refund: async (_, { reference }) => ({ id: `sandbox-${reference}` })
  }
}

/**
 * Reads the order of a sandbox payment.
 * @throws Problem `not_found` for a token of another order, and where real money is taken
 */
export async function readSandboxOrder(
  context: Needs,
  { id, token, url }: SandboxPaymentRef
): Promise<OrderRow> {
  const row = await context.database.db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const taken = availableRailIds(context, isTestHost(context.config, url.origin)).includes(
    'sandbox'
  )
  const known =
    taken && row !== undefined && row.rail === 'sandbox' && isTokenOf(context.secrets, row, token)
  if (!known) throw new Problem('not_found', { detail: 'no such payment' })
  return row
}

/** Pays an order without money, once, however often the button is pressed. */
export async function paySandboxOrder(
  context: Needs & Pick<Context, 'clock' | 'log'>,
  bill: SandboxPaymentRef
): Promise<void> {
  const order = await readSandboxOrder(context, bill)
  const now = context.clock.now()
  if (!isPayable(order, now)) return
  const { id, price } = order
  const paid = {
    rail: 'sandbox',
    orderId: id,
    payId: payIdOf(order),
    cents: price,
    currency: ORDER_CURRENCY
  } as const
  await applyPayment(context, { ...paid, fund: 'sandbox', paidAt: now })
}

/** Returns whether the order waits for a payment and has not expired. */
export function isPayable({ state, expires_at }: OrderRow, now: number): boolean {
  return state === 'Pending' && (expires_at === null || expires_at > now)
}

function payIdOf({ id }: Pick<OrderRow, 'id'>): string {
  return `sandbox-${id}`
}

/**
 * Returns the token for this order at this price. If the price changes, the old token no longer
 * works.
 */
function tokenFor(
  secrets: Needs['secrets'],
  { id, price }: Pick<OrderRow, 'id' | 'price'>
): string {
  return createHmac('sha256', secrets.key('sandbox-payment'))
    .update(`${id}:${price}`)
    .digest('base64url')
}

function isTokenOf(secrets: Needs['secrets'], order: OrderRow, token: string): boolean {
  const right = Buffer.from(tokenFor(secrets, order))
  const given = Buffer.from(token)
  return right.length === given.length && timingSafeEqual(right, given)
}
