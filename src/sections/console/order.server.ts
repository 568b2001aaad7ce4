import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { fetchPlatform } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Order } from '#contract/order.ts'
import type { PlatformResult } from '#client/find.server.ts'
import { returnPath } from '#client/order-text.ts'

/** Stores where a user continues after an order, while they are away to pay: `<id> <path>`. */
const COOKIE = 'ORDER_RETURN'

/**
 * Loads the current state of an order. The refresh also finds a payment that no webhook has
 * reported.
 */
export async function findOrder(hub: HubRequest, id: string): Promise<PlatformResult<Order>> {
  try {
    const answer = await fetchPlatform(hub, `orders/${encodeURIComponent(id)}/refresh`, {
      method: 'POST',
      body: '{}'
    })
    if (!answer.ok) return { value: null, problem: await readProblem(answer) }
    return { value: (await answer.json()) as Order, problem: null }
  } catch (thrown) {
    return { value: null, problem: toRequestProblem(thrown) }
  }
}

/**
 * Returns the address where a new payment continues: the payment page of the vendor, or this page
 * where the payment is a QR code or instructions.
 */
export function redirectToPayment(here: string): (answer: Response) => Promise<string> {
  return async answer => {
    const { state, pay_way, pay_url } = (await answer.json()) as Order
    const elsewhere = state === 'Pending' && pay_url !== null && pay_way !== 'WechatPay'
    return elsewhere ? pay_url : `${here}#pay`
  }
}

type Page = Pick<APIContext, 'cookies' | 'url'> & { locals: { hub: Pick<HubRequest, 'url'> } }

/**
 * Returns where the user continues after the order is paid. The address of the page names it, and a
 * cookie keeps it while the user is away to pay. Returns null until the order is paid, and without
 * such an address.
 */
export function resolveOrderReturn(
  { cookies, locals: { hub } }: Page,
  { id, state }: Pick<Order, 'id' | 'state'>
): string | null {
  const [of, ...path] = (cookies.get(COOKIE)?.value ?? '').split(' ')
  const kept = of === id ? returnPath(path.join(' ')) : null
  const asked = returnPath(hub.url.searchParams.get('redirect')) ?? kept
  if (asked === null) return null
  if (state === 'Finished') {
    if (kept !== null) cookies.delete(COOKIE, { path: '/' })
    return asked
  }
  const secure = hub.url.protocol === 'https:'
  if (asked !== kept)
    cookies.set(COOKIE, `${id} ${asked}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      maxAge: 86_400,
      secure
    })
  return null
}
