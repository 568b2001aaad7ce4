import { substituteAction } from '#catalog/midjourney/substitute.server.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { findService } from '#catalog/index.ts'
import { readForm } from '#core/form.ts'
import type { RefusedFollowUps } from '#core/output.ts'
import type { FollowUp, Service } from '#core/service.ts'
import { vendorRefusals, type VendorAction } from '#core/vendor.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { vendorActionOf } from '#servers/platform/services/openings.ts'

export type VendorNeeds = Pick<PlatformContext, 'config' | 'vendorsOf'>

/**
 * Returns the follow-ups that no vendor of this deployment can do, by verb. A service without any
 * vendor has none: then the sandbox does everything, or nothing is done at all.
 */
export function refusedFollowUps(needs: VendorNeeds, service: Service): RefusedFollowUps {
  const { actions = {} } = service
  const isServed = Object.keys(actions).some(verb => vendorsBehind(needs, service, verb).length > 0)
  if (!isServed) return {}
  const all = Object.entries(actions).map(([verb, { followUps = [] }]) => {
    const refused = followUps.filter(each => isRefused(needs, service, each))
    return [verb, refused.map(({ id }) => id)] as const
  })
  return Object.fromEntries(all.filter(([, ids]) => ids.length > 0))
}

function isRefused(
  needs: VendorNeeds,
  service: Service,
  { service: other, action, set }: FollowUp
): boolean {
  const target = other === undefined ? service : findService(other)
  const asked = target?.actions?.[action]
  if (target === undefined || asked === undefined) return false
  // Only values of its own decide. Those of a result may be missing, or another choice.
  const fixed = Object.fromEntries(
    Object.entries(set).filter(([, value]) => typeof value !== 'string' || !value.startsWith('$'))
  )
  const { values } = readForm(asked, fixed)
  return vendorsBehind(needs, target, action).every(
    doer =>
      doer !== null &&
      vendorRefusals(asked, doer, values).some(({ field }) => Object.hasOwn(fixed, field))
  )
}

type Doer = Pick<VendorAction, 'fields' | 'cannot' | 'cannotSay'>

/** Returns what each vendor of an action supports; null for one that does everything. */
export function vendorsBehind(
  { config, vendorsOf }: VendorNeeds,
  service: Service,
  verb: string
): (Doer | null)[] {
  const { substitute } = config
  const target = findService(substitute?.service ?? '')
  const standsIn =
    substitute !== null &&
    target !== undefined &&
    service.id === midjourney.id &&
    verb === 'imagine' &&
    vendorsOf(target, 'images').length > 0
  return [
    ...vendorsOf(service, verb).map(name => vendorActionOf(name, service, verb)),
    ...(standsIn ? [substituteAction(substitute)] : [])
  ]
}
