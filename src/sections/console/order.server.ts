import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { askPlatform } from '#client/page.server.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { Order } from '#contract/order.ts'
import type { Found } from '#client/find.server.ts'
import { returnIn } from '#client/order-text.ts'

/** Keeps where a person goes on after an order, while they are away to pay it: `<id> <path>`. */
const COOKIE = 'ORDER_RETURN'

/** An order as it is now: asked for in such a way that a payment which nobody told us of is looked for. */
export async function findOrder(hub: HubRequest, id: string): Promise<Found<Order>> {
  try {
    const answer = await askPlatform(hub, `orders/${encodeURIComponent(id)}/refresh`, { method: 'POST', body: '{}' })
    if (!answer.ok) return { value: null, problem: await problemOf(answer) }
    return { value: (await answer.json()) as Order, problem: null }
  } catch (thrown) {
    return { value: null, problem: unreachable(thrown) }
  }
}

/** Where a payment that was begun goes on: to its page, or to this one where it is a code to scan or a sentence to read. */
export function toPayment(here: string): (answer: Response) => Promise<string> {
  return async answer => {
    const { state, pay_way, pay_url } = (await answer.json()) as Order
    const elsewhere = state === 'Pending' && pay_url !== null && pay_way !== 'WechatPay'
    return elsewhere ? pay_url : `${here}#pay`
  }
}

type Page = Pick<APIContext, 'cookies' | 'url'> & { locals: { hub: Pick<HubRequest, 'url'> } }

/**
 * Where the person of an order goes on now that it is paid: as the page's address says, or as it said before they left to
 * pay. Until then it is kept. Null while there is nowhere to go.
 */
export function returnOf({ cookies, locals: { hub } }: Page, { id, state }: Pick<Order, 'id' | 'state'>): string | null {
  const [of, ...path] = (cookies.get(COOKIE)?.value ?? '').split(' ')
  const kept = of === id ? returnIn(path.join(' ')) : null
  const asked = returnIn(hub.url.searchParams.get('redirect')) ?? kept
  if (asked === null) return null
  if (state === 'Finished') {
    if (kept !== null) cookies.delete(COOKIE, { path: '/' })
    return asked
  }
  const secure = hub.url.protocol === 'https:'
  if (asked !== kept) cookies.set(COOKIE, `${id} ${asked}`, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 86_400, secure })
  return null
}
