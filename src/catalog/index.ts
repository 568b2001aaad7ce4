import { SERVICES_BY_ID } from '#catalog/services.ts'
import type { Service } from '#core/service.ts'

/** Every service, in the order in which the frame shows them. */
export const SERVICES: readonly Service[] = Object.values<Service>(SERVICES_BY_ID).toSorted(
  (a, b) => a.place - b.place
)

/** Finds a service by its folder name or by its fixed id. */
export function findService(id: string): Service | undefined {
  return SERVICES.find(service => service.id === id || service.serviceId === id)
}
