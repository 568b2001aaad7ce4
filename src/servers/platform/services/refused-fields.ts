import { findRefusedFields, type RefusedFields } from '#core/refused-fields.ts'
import type { Service } from '#core/service.ts'
import { vendorsBehind, type VendorNeeds } from '#servers/platform/services/follow-ups.ts'

/**
 * Returns the optional fields that no vendor of this deployment supports, by verb. Pages leave them
 * out of their forms.
 */
export function listRefusedFields(needs: VendorNeeds, service: Service): RefusedFields {
  const all = Object.entries(service.actions ?? {}).map(
    ([verb, action]) =>
      [verb, findRefusedFields(action, vendorsBehind(needs, service, verb))] as const
  )
  return Object.fromEntries(all.filter(([, names]) => names.length > 0))
}
