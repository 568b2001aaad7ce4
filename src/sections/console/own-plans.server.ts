import { SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import type { Package } from '#contract/package.ts'
import { isServiceOffered } from '#core/switches.ts'
import { tryReadPlatform } from '#client/find.server.ts'
import { planServiceName } from '#sections/shared/plan-text.ts'

/**
 * Lists the services whose own plan this site sells and the user does not have yet. The order is
 * the catalogue's.
 */
export async function loadBuyableServices(
  hub: HubRequest
): Promise<{ serviceId: string; title: string }[]> {
  const [packages, plans] = await Promise.all([
    tryReadPlatform<{ items: Package[] }>(hub, 'packages?limit=1000'),
    tryReadPlatform<{ items: Application[] }>(
      hub,
      'applications?type=Usage&scope=Individual&limit=100'
    )
  ])
  const sold = new Set(packages.value?.items.map(({ service_id }) => service_id))
  const had = new Set(plans.value?.items.map(({ service_id }) => service_id))
  return SERVICES.filter(
    ({ id, serviceId }) =>
      sold.has(serviceId) && !had.has(serviceId) && isServiceOffered(hub.site, id)
  ).map(({ serviceId }) => ({
    serviceId,
    title: planServiceName(hub, { scope: 'Individual', service_id: serviceId })
  }))
}
