import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * Returns the address of an order's page at its own site. It names no language, so the reader's
 * applies.
 * @param url the URL of the request
 */
export async function orderAddress(
  { config, sites }: Pick<Context, 'config' | 'sites'>,
  order: OrderRow,
  url: URL
): Promise<string> {
  // The placeholder origin covers all loopback addresses, so a link cannot lead back to it.
  const site =
    order.origin === (await sites.placeholder()) ? (config.hosts.hub ?? url.origin) : order.origin
  return new URL(`/console/orders/${order.id}`, site).href
}
