import type { APIRoute } from 'astro'
import { askPlatform } from '#client/page.server.ts'
import type { Order } from '#contract/order.ts'
import { paymentOf } from '#sections/console/begun.ts'

/** What became of an order, and which payment it waits for: asked by its page while it is being paid. */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const headers = { 'cache-control': 'no-store' }
  if (hub.session === null) return new Response(null, { status: 401, headers })
  // Behind a language, an endpoint's own parameters are empty.
  const [, , , id = ''] = hub.path.split('/')
  const path = `orders/${id}/refresh`
  const answer = await askPlatform(hub, path, { method: 'POST', body: '{}' }).catch(() => null)
  if (answer === null) return new Response(null, { status: 502, headers })
  if (!answer.ok) return new Response(null, { status: answer.status, headers })
  const order = (await answer.json()) as Order
  return Response.json({ state: order.state, payment: paymentOf(order) }, { headers })
}
