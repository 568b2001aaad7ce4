import { SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import type { Package } from '#contract/package.ts'
import { isOffered } from '#core/switches.ts'
import { find } from '#client/find.server.ts'
import { serviceOf } from '#sections/shared/plan-text.ts'

/**
 * Lists the services whose own plan this site sells and the user does not have yet. The order is
 * the catalogue's.
 */
export async function soldAlone(hub: HubRequest): Promise<{ serviceId: string; title: string }[]> {
  const [packages, plans] = await Promise.all([
    find<{ items: Package[] }>(hub, 'packages?limit=1000'),
    find<{ items: Application[] }>(hub, 'applications?type=Usage&scope=Individual&limit=100')
  ])
  const sold = new Set(packages.value?.items.map(({ service_id }) => service_id))
  const had = new Set(plans.value?.items.map(({ service_id }) => service_id))
  return SERVICES.filter(
    ({ id, serviceId }) => sold.has(serviceId) && !had.has(serviceId) && isOffered(hub.site, id)
  ).map(({ serviceId }) => ({
    serviceId,
    title: serviceOf(hub, { scope: 'Individual', service_id: serviceId })
  }))
}
