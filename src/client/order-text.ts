import type { HubRequest } from '#client/hub.ts'
import type { Order } from '#contract/order.ts'
import { localPath } from '#client/local-path.ts'
import { localizePath } from '#i18n/locale.ts'

/** Orders by what became of them, in the order in which that happens. */
export const ORDER_STATES = ['Pending', 'Paid', 'Finished', 'Expired', 'Failed', 'Refunded'] as const satisfies readonly Order['state'][]

const DOTS: Record<Order['state'], 'good' | 'warn' | 'bad' | 'idle'> = {
  Pending: 'warn',
  Paid: 'good',
  Finished: 'good',
  Expired: 'idle',
  Failed: 'bad',
  Refunded: 'idle'
}

/** The colour of a state's dot. */
export function dotOf(state: Order['state']): 'good' | 'warn' | 'bad' | 'idle' {
  return DOTS[state]
}

/** The state that an address asks for; undefined for all of them and for what is none. */
export function stateIn({ searchParams }: URL): Order['state'] | undefined {
  const asked = searchParams.get('state')?.toLowerCase()
  return ORDER_STATES.find(state => state.toLowerCase() === asked)
}

/** Where an order is shown. @param redirect where its person goes on once it is paid */
export function orderAddress({ locale }: Pick<HubRequest, 'locale'>, id: string, redirect: string | null = null): string {
  const page = localizePath(`/console/orders/${encodeURIComponent(id)}`, locale)
  return redirect === null ? page : `${page}?${new URLSearchParams({ redirect })}`
}

/** Where a form that has made an order goes on: to the order, and from there to where its own page was told. */
export function toOrder(hub: Pick<HubRequest, 'locale' | 'url'>): (answer: Response) => Promise<string> {
  return async answer => orderAddress(hub, ((await answer.json()) as Order).id, returnIn(hub.url.searchParams.get('redirect')))
}

/** A place of this site to go back to; null for none, for other sites', and for the pages of orders, which would lead in a circle. */
export function returnIn(asked: string | null | undefined): string | null {
  if (asked === null || asked === undefined || asked.length > 1000) return null
  const path = localPath(asked)
  return (path === '/' && asked !== '/') || path.includes('/console/orders/') ? null : path
}

/** May it change while somebody looks at it: by its payment, which may be begun in another tab, or by its money that is there? */
export function isUnderWay({ state }: Pick<Order, 'state'>): boolean {
  return state === 'Paid' || state === 'Pending'
}

/** Did its person pay for it, so that there is a receipt? */
export function isPaid({ state }: Pick<Order, 'state'>): boolean {
  return state === 'Paid' || state === 'Finished' || state === 'Refunded'
}

/** Which sentence says what an order's amounts are: to be paid, paid, or neither. */
export function rateText(order: Pick<Order, 'state' | 'price'>): 'order.rate' | 'order.exact' | 'order.charged' {
  if (order.state === 'Pending') return 'order.exact'
  return isPaid(order) && order.price > 0 ? 'order.charged' : 'order.rate'
}
