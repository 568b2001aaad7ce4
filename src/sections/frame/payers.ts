import { readPlans } from '#sections/shared/applications.ts'
import { findGroup } from '#catalog/chat/models.ts'
import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { planServiceName } from '#sections/shared/plan-text.ts'
import type { Application } from '#contract/application.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { serviceBalance, plansFor } from '#core/choose-application.ts'

/**
 * The plans that a page's frame shows. `service` is the service of the page, with its title; null
 * where the page has none.
 */
export type Payers = {
  plans: readonly Application[]
  service: { id: string; serviceId: string; title: string } | null
  /** Remaining credits: for that service, or else for all services. */
  left: number
}

/**
 * Loads the user's plans for the frame: those that can pay for the page's service, or all of them.
 * Null for a guest.
 */
export async function loadPayers(hub: HubRequest): Promise<Payers | null> {
  if (hub.session === null) return null
  const list = await readPlans(hub, { limit: '100' })
  const all = list.status === 'success' ? list.value.items : []
  const service = payableAt(hub)
  const plans = service === null ? all : plansFor(all, service.serviceId)
  return { plans, service, left: serviceBalance(all, service?.serviceId ?? '', Date.now()) }
}

function payableAt({ path, t }: Pick<HubRequest, 'path' | 't'>): Payers['service'] {
  const [, first = ''] = path.split('/')
  const found = findGroup(first) !== undefined ? CHAT_SERVICE : findService(first)
  if (found === undefined) return null
  const { id, serviceId } = found
  return {
    id,
    serviceId,
    title: planServiceName({ t }, { scope: 'Individual', service_id: serviceId })
  }
}
