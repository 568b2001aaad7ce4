import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { recordAt } from '#core/json.ts'
import { fillSwitches, SITE_SWITCHES } from '#core/switches.ts'

/** Every switch of a site, and whether it is on where the site says nothing of it. */
const USUAL: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries([...SERVICES, ...CHAT_GROUPS].map(({ id }) => [id, true])),
  ...SITE_SWITCHES
}

/**
 * A site's features as clients read them: every switch stands there with its `enabled`, also each way to reach support.
 * @param stored what the site itself says; it may be empty
 */
export function siteFeatures(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const features = fillSwitches(stored, USUAL)
  const support = recordAt(features, 'support')
  const ways = Object.keys(support).filter(way => typeof support[way] === 'object' && support[way] !== null)
  return { ...features, support: fillSwitches(support, Object.fromEntries(ways.map(way => [way, true]))) }
}
