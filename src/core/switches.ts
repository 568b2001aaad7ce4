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
