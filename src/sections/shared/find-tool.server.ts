import { findService } from '#catalog/index.ts'
import { find } from '#client/find.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import type { Service } from '#core/service.ts'
import { withTexts } from '#i18n/with-texts.ts'

type Shown = { service: Service; strings: Record<string, string> }

/**
 * Finds the tool of a page. The texts of an operator's own tool are added to the strings of the
 * page.
 * @returns undefined if the site has no such tool
 */
export async function findTool(hub: HubRequest, id: string): Promise<Service | undefined> {
  const fixed = findService(id)
  if (fixed !== undefined) return fixed.id === id ? fixed : undefined
  if (!isOwnServiceId(id)) return undefined
  const { value } = await find<Shown>(hub, `own-services/${id}`)
  if (value === null) return undefined
  const { service, strings } = value
  const before = hub.strings
  hub.t = withTexts(hub.t, strings)
  hub.strings = (...groups) => ({ ...before(...groups), ...strings })
  return service
}
