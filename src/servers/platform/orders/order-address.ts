import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * The page of an order at its own site, in no language: that is the reader's.
 * @param url where the call came in
 */
export async function orderAddress({ config, sites }: Pick<Context, 'config' | 'sites'>, order: OrderRow, url: URL): Promise<string> {
  // The origin that stands for all loopback addresses is nowhere to go back to.
  const site = order.origin === (await sites.placeholder()) ? (config.hosts.hub ?? url.origin) : order.origin
  return new URL(`/console/orders/${order.id}`, site).href
}
