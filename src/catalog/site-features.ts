import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { recordAt } from '#core/json.ts'
import { fillSwitches, SWITCH_DEFAULTS } from '#core/switches.ts'

/** Every switch of a site with its default. */
const USUAL: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries([...SERVICES, ...CHAT_GROUPS].map(({ id }) => [id, true])),
  ...SWITCH_DEFAULTS
}

/**
 * Returns a site's features as clients read them. Each switch has its `enabled`, and so does each
 * support channel.
 * @param stored the site's own settings; may be empty
 */
export function siteFeatures(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const features = fillSwitches(stored, USUAL)
  const support = recordAt(features, 'support')
  const ways = Object.keys(support).filter(
    way => typeof support[way] === 'object' && support[way] !== null
  )
  return {
    ...features,
    support: fillSwitches(support, Object.fromEntries(ways.map(way => [way, true])))
  }
}
