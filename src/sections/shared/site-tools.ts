import { SERVICES } from '#catalog/index.ts'
import type { Site } from '#contract/site.ts'
import type { Service } from '#core/service.ts'

/** A tool in a list. */
export type SiteTool = Pick<Service, 'id' | 'path' | 'medium' | 'actions'>

/** Lists the tools of a site, and the chat: those of the catalogue, then those of the operators. */
export function siteTools({ own_services }: Pick<Site, 'own_services'>): SiteTool[] {
  const own = own_services.map(({ id, medium }) => ({ id, path: id, medium, actions: {} }))
  return [...SERVICES, ...own]
}
