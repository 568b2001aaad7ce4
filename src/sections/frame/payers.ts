import { findGroup } from '#catalog/chat/models.ts'
import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { loadApplications } from '#sections/shared/applications.ts'
import { serviceOf } from '#sections/shared/plan-text.ts'
import type { Application } from '#contract/application.ts'
import { CHAT } from '#core/chat.ts'
import { balanceFor, plansFor } from '#core/choose-application.ts'

/** What a page's frame says of paying. `service`: what the page is for, with its title; null where it is for none. */
export type Payers = {
  plans: readonly Application[]
  service: { id: string; serviceId: string; title: string } | null
  /** Credits that can be spent: on that service, else on all services. */
  left: number
}

/** The plans of a page's viewer, as its frame lists them: those that can pay here, or all. Null for a guest. */
export async function payersOf(hub: HubRequest): Promise<Payers | null> {
  if (hub.session === null) return null
  const list = await loadApplications(hub, { limit: '100' })
  const all = list.status === 'success' ? list.value.items : []
  const service = payableAt(hub)
  const plans = service === null ? all : plansFor(all, service.serviceId)
  return { plans, service, left: balanceFor(all, service?.serviceId ?? '', Date.now()) }
}

function payableAt({ path, t }: Pick<HubRequest, 'path' | 't'>): Payers['service'] {
  const [, first = ''] = path.split('/')
  const found = findGroup(first) !== undefined ? CHAT : findService(first)
  if (found === undefined) return null
  const { id, serviceId } = found
  return { id, serviceId, title: serviceOf({ t }, { scope: 'Individual', service_id: serviceId }) }
}
