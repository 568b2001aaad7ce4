import type { HubRequest } from '#client/hub.ts'
import type { Order } from '#contract/order.ts'
import { localPath } from '#client/local-path.ts'
import { localizePath } from '#i18n/locale.ts'

/** The states of orders, in the order in which they occur. */
export const SHOWN_ORDER_STATES = [
  'Pending',
  'Paid',
  'Finished',
  'Expired',
  'Failed',
  'Refunded'
] as const satisfies readonly Order['state'][]

const DOTS: Record<Order['state'], 'good' | 'warn' | 'bad' | 'idle'> = {
  Pending: 'warn',
  Paid: 'good',
  Finished: 'good',
  Expired: 'idle',
  Failed: 'bad',
  Refunded: 'idle'
}

/** Returns the colour of a state's dot. */
export function orderDotColor(state: Order['state']): 'good' | 'warn' | 'bad' | 'idle' {
  return DOTS[state]
}

/**
 * Returns the state in an address, by which a list is filtered; undefined for none or an unknown
 * one.
 */
export function orderStateParam({ searchParams }: URL): Order['state'] | undefined {
  const asked = searchParams.get('state')?.toLowerCase()
  return SHOWN_ORDER_STATES.find(state => state.toLowerCase() === asked)
}

/**
 * Returns the address of an order's page.
 * @param redirect where the user continues once the order is paid
 */
export function orderPageAddress(
  { locale }: Pick<HubRequest, 'locale'>,
  id: string,
  redirect: string | null = null
): string {
  const page = localizePath(`/console/orders/${encodeURIComponent(id)}`, locale)
  return redirect === null ? page : `${page}?${new URLSearchParams({ redirect })}`
}

/**
 * Returns the redirect for a form that creates an order. It leads to the order's page, which later
 * continues to the `redirect` of the form's page.
 */
export function redirectToOrder(
  hub: Pick<HubRequest, 'locale' | 'url'>
): (answer: Response) => Promise<string> {
  return async answer =>
    orderPageAddress(
      hub,
      ((await answer.json()) as Order).id,
      returnPath(hub.url.searchParams.get('redirect'))
    )
}

/**
 * Returns the local path to continue to afterwards. Returns null for none, for other sites, and for
 * pages of orders, which would cause a loop.
 */
export function returnPath(asked: string | null | undefined): string | null {
  if (asked === null || asked === undefined || asked.length > 1000) return null
  const path = localPath(asked)
  return (path === '/' && asked !== '/') || path.includes('/console/orders/') ? null : path
}

/**
 * Checks whether an order may change while its page is open. A pending order may be paid in another
 * tab, and the credits of a paid one may arrive.
 */
export function isOrderOpen({ state }: Pick<Order, 'state'>): boolean {
  return state === 'Paid' || state === 'Pending'
}

/** Checks whether an order was paid, so that it has a receipt. */
export function isPaid({ state }: Pick<Order, 'state'>): boolean {
  return state === 'Paid' || state === 'Finished' || state === 'Refunded'
}

/**
 * Returns the key of the sentence below an order's amounts: the exact amount to pay, the amount
 * that was charged, or only the exchange rate.
 */
export function rateTextKey(
  order: Pick<Order, 'state' | 'price'>
): 'order.rate' | 'order.exact' | 'order.charged' {
  if (order.state === 'Pending') return 'order.exact'
  return isPaid(order) && order.price > 0 ? 'order.charged' : 'order.rate'
}
