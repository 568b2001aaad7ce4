import type { HubRequest } from '#client/hub.ts'
import { VENDOR_NAMES } from '#client/provider-keys.server.ts'

/** What a vendor is called on a page; one of the operator's own by their name for it. The sandbox stands in for all of them. */
export function vendorName({ t }: Pick<HubRequest, 't'>, vendor: string): string {
  if (vendor === 'sandbox') return t('operator.rail.sandbox')
  const found = Object.entries(VENDOR_NAMES).find(([name]) => name === vendor)
  return found === undefined ? vendor : (found[1] ?? t('site.keys.upstream'))
}
