import type { APIRoute } from 'astro'
import { pendingPaymentKey } from '#sections/console/begun.ts'
import { fetchPlatform } from '#client/page.server.ts'
import type { Order } from '#contract/order.ts'

/**
 * Returns an order's state and the payment that it waits for. The order's page polls this during
 * payment.
 */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const headers = { 'cache-control': 'no-store' }
  if (hub.session === null) return new Response(null, { status: 401, headers })
  // Below a language prefix, Astro leaves an endpoint's route parameters empty.
  const [, , , id = ''] = hub.path.split('/')
  const path = `orders/${id}/refresh`
  const answer = await fetchPlatform(hub, path, { method: 'POST', body: '{}' }).catch(() => null)
  if (answer === null) return new Response(null, { status: 502, headers })
  if (!answer.ok) return new Response(null, { status: answer.status, headers })
  const order = (await answer.json()) as Order
  return Response.json({ state: order.state, payment: pendingPaymentKey(order) }, { headers })
}
