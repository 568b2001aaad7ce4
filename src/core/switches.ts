/** What a site offers: its own switches, and what operators have switched off everywhere. */
export type Switches = { features: Readonly<Record<string, unknown>>; switched_off: readonly string[] }

/**
 * Is a service offered? It is, unless the site says `{ enabled: false }` of it or an operator has switched it off.
 * @param ids all that must be on: a group of chat models needs `chat` and itself
 */
export function isOffered({ features, switched_off }: Switches, ...ids: readonly string[]): boolean {
  return ids.every(id => !switched_off.includes(id) && !isOff(features[id]))
}

function isOff(feature: unknown): boolean {
  return typeof feature === 'object' && feature !== null && Reflect.get(feature, 'enabled') === false
}

/** May somebody who has not signed in ask once at this site? Only where its admins say so: `guest: { enabled: true }`. */
export function mayGuestsAsk({ features }: Pick<Switches, 'features'>): boolean {
  return isOn(features['guest'])
}

/** May people chat with keys of their own at this site? Only where its admins say so: `own_keys: { enabled: true }`. */
export function mayBringKeys({ features }: Pick<Switches, 'features'>): boolean {
  return isOn(features['own_keys'])
}

/** Is what people write checked before it is sent? Only where a site's admins say so: `moderation: { enabled: true }`. */
export function isModerated({ features }: Pick<Switches, 'features'>): boolean {
  return isOn(features['moderation'])
}

/** Switches that are no services, and their values at a site that does not set them. */
export const SITE_SWITCHES = { support: true, guest: false, own_keys: false, moderation: false, offline: true } as const

/**
 * Every named switch with a plain answer, for clients that take a missing one for off.
 * @param usual whether each switch is on where the site says nothing of it
 * @returns the features as they are, each switch of `usual` with its `enabled` filled in
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
 * May browsers keep a page of this site for when there is no network? Unless its admins say `offline: { enabled: false }`,
 * which also takes it out of the browsers that have it.
 */
export function mayWorkOffline(site: Switches): boolean {
  return isOffered(site, 'offline')
}
