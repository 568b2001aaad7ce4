import { findService } from '#catalog/index.ts'
import { tryReadPlatform } from '#client/find.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { createTimedCache } from '#client/kept.server.ts'
import type { Service as Told } from '#contract/service.ts'
import { applyOpenings, type Openings } from '#core/opening.ts'
import { closedFollowUps, refuseFollowUps, type RefusedFollowUps } from '#core/output.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import { dropFields, type RefusedFields } from '#core/refused-fields.ts'
import { CATALOG_PERCENT, repriceTool } from '#core/reprice-tool.ts'
import { retireModels } from '#core/retire-models.ts'
import type { Service } from '#core/service.ts'
import { isServiceOffered } from '#core/switches.ts'
import { withTexts } from '#i18n/with-texts.ts'

/**
 * Caches the tools of pages, which are the same for everybody on a site. After a change of the
 * provider keys in the configuration, they follow within a minute; after any other change at once.
 * Price ranges are remembered by these objects, and the slowest takes a sixth of a second.
 */
const keep = createTimedCache<Service>(60)

/** The decisions of a deployment's vendors about a tool. */
type Offer = { openings: Openings; refused: RefusedFollowUps; refused_fields: RefusedFields }

type Shown = { service: Service; strings: Record<string, string> }

/**
 * Finds the tool of a page. Its form opens with choices that a provider of this deployment
 * supports, and leaves out the optional fields that none supports.
 * @returns undefined if the site has no such tool
 */
export async function findTool(hub: HubRequest, id: string): Promise<Service | undefined> {
  const service = await findDeclaredTool(hub, id)
  return service === undefined || isOwnServiceId(id) ? service : opened(hub, service)
}

/**
 * Finds a tool with the defaults and the models that its API has, and at its prices. The texts of
 * an operator's own tool are added to the strings of the page.
 * @returns undefined if the site has no such tool
 */
export async function findDeclaredTool(hub: HubRequest, id: string): Promise<Service | undefined> {
  const fixed = findService(id)
  if (fixed !== undefined)
    return fixed.id === id
      ? repriceTool(fixed, hub.site.price_percents[id] ?? CATALOG_PERCENT)
      : undefined
  if (!isOwnServiceId(id)) return undefined
  const { value } = await tryReadPlatform<Shown>(hub, `own-services/${id}`)
  if (value === null) return undefined
  const { service, strings } = value
  const before = hub.strings
  hub.t = withTexts(hub.t, strings)
  hub.strings = (...groups) => ({ ...before(...groups), ...strings })
  return service
}

async function opened(hub: HubRequest, service: Service): Promise<Service> {
  const { retired_models, price_percents } = hub.site
  const retired = retired_models[service.id] ?? {}
  const declared = retireModels(service, retired)
  const closed = closedFollowUps(declared, other => isServiceOffered(hub.site, other))
  const living = refuseFollowUps(declared, closed)
  const site = [hub.test, retired, price_percents[service.id], closed]
  const key = [hub.hosts.platform, service.id, hub.version, JSON.stringify(site)].join(' ')
  const found = await keep(key, async () => {
    const { value } = await tryReadPlatform<Told>(hub, `services/${service.id}`)
    if (value === null) return null
    const { openings, refused, refused_fields } = value.metadata as Offer
    // On test hosts the sandbox does everything.
    const possible = hub.test
      ? living
      : dropFields(refuseFollowUps(living, refused), refused_fields)
    return applyOpenings(possible, openings)
  })
  return found ?? living
}
