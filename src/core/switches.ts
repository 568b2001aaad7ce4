/**
 * The switches of a site, and what is off on all sites: services that operators have switched off,
 * and further groups of chat models that no vendor serves.
 */
export type SiteSwitches = {
  features: Readonly<Record<string, unknown>>
  switched_off: readonly string[]
}

/**
 * Checks whether a site offers a service. It does unless the site sets `{ enabled: false }` or an
 * operator has switched it off.
 * @param ids every id must be on: a chat group needs `chat` and itself
 */
export function isServiceOffered(
  { features, switched_off }: SiteSwitches,
  ...ids: readonly string[]
): boolean {
  return ids.every(id => !switched_off.includes(id) && !isOff(features[id]))
}

function isOff(feature: unknown): boolean {
  return (
    typeof feature === 'object' && feature !== null && Reflect.get(feature, 'enabled') === false
  )
}

/**
 * Checks whether guests may ask one question without signing in. A site's admins must allow it:
 * `guest: { enabled: true }`.
 */
export function mayGuestsAsk({ features }: Pick<SiteSwitches, 'features'>): boolean {
  return isOn(features['guest'])
}

/**
 * Checks whether users may chat with their own keys. A site's admins must allow it:
 * `own_keys: { enabled: true }`.
 */
export function mayBringKeys({ features }: Pick<SiteSwitches, 'features'>): boolean {
  return isOn(features['own_keys'])
}

/**
 * Checks whether prompts are moderated before they are sent. A site's admins turn it on:
 * `moderation: { enabled: true }`.
 */
export function isModerated({ features }: Pick<SiteSwitches, 'features'>): boolean {
  return isOn(features['moderation'])
}

/**
 * Checks whether a site has the page Explore, with results that its users publish. Admins turn it
 * off with `explore: { enabled: false }`.
 */
export function hasExplore(site: SiteSwitches): boolean {
  return isServiceOffered(site, 'explore')
}

/**
 * Checks whether admins decide on a result before it appears on Explore. They turn it off with
 * `explore_review: { enabled: false }`.
 */
export function isExploreReviewed(site: SiteSwitches): boolean {
  return isServiceOffered(site, 'explore_review')
}

/** Switches that are not services, with their defaults. */
export const SWITCH_DEFAULTS = {
  support: true,
  guest: false,
  own_keys: false,
  moderation: false,
  explore: true,
  explore_review: true,
  offline: true
} as const

/**
 * Fills in `enabled` for every switch, since some clients treat a missing switch as off.
 * @param usual the default of each switch
 * @returns the features, with `enabled` set for each switch of `usual`
 */
export function fillSwitches(
  features: Readonly<Record<string, unknown>>,
  usual: Readonly<Record<string, boolean>>
): Record<string, unknown> {
  const filled = Object.entries(usual).map(([id, enabled]) => {
    const feature = Object.hasOwn(features, id) ? features[id] : null
    const said = typeof feature === 'object' && !Array.isArray(feature) ? feature : null
    return [id, { enabled, ...said }]
  })
  return { ...features, ...Object.fromEntries(filled) }
}

function isOn(feature: unknown): boolean {
  return typeof feature === 'object' && feature !== null && Reflect.get(feature, 'enabled') === true
}

/**
 * Checks whether browsers may cache a page of this site for use without a network. Admins turn it
 * off with `offline: { enabled: false }`, which also deletes existing caches.
 */
export function mayWorkOffline(site: SiteSwitches): boolean {
  return isServiceOffered(site, 'offline')
}
