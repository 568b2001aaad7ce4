import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { findOpening, type Openings } from '#core/opening.ts'
import type { Service } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'
import type { PlatformContext } from '#servers/platform/context.ts'

/**
 * Returns the values that the forms of a service have when they open, by the vendors of this
 * deployment.
 */
export function openingsOf(service: Service, vendorsOf: PlatformContext['vendorsOf']): Openings {
  const all = Object.entries(service.actions ?? {}).map(([verb, action]) => {
    const vendors = vendorsOf(service, verb).map(name => vendorActionOf(name, service, verb))
    return [verb, findOpening(action, vendors)] as const
  })
  return Object.fromEntries(all.filter(([, opening]) => Object.keys(opening).length > 0))
}

/**
 * Returns what a vendor does for an action of a service.
 * @returns null for a vendor that does everything in our own format
 */
export function vendorActionOf(vendor: string, { id }: Service, verb: string): VendorAction | null {
  const known: Readonly<Record<string, (typeof VENDOR_SERVICES)[keyof typeof VENDOR_SERVICES]>> =
    VENDOR_SERVICES
  return known[vendor]?.[id]?.[verb] ?? null
}
