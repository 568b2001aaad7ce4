import type { HubRequest } from '#client/hub.ts'
import { VENDOR_NAMES } from '#client/provider-keys.server.ts'

/**
 * Returns the display name of a vendor. The operator's own vendors keep the name that the operator
 * gave them. The sandbox has one name for all vendors that it replaces.
 */
export function vendorName({ t }: Pick<HubRequest, 't'>, vendor: string): string {
  if (vendor === 'sandbox') return t('operator.rail.sandbox')
  const found = Object.entries(VENDOR_NAMES).find(([name]) => name === vendor)
  return found === undefined ? vendor : (found[1] ?? t('site.keys.upstream'))
}
