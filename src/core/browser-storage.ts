/** The places in a browser where the studio keeps something. It uses no database of the browser. */
export type StoragePlace = 'cookie' | 'localStorage' | 'sessionStorage' | 'CacheStorage'

/** The purposes of stored entries. Each is explained by the string `site.cookies.for.<purpose>`. */
type StoragePurpose =
  | 'signIn'
  | 'step'
  | 'known'
  | 'look'
  | 'invite'
  | 'work'
  | 'player'
  | 'place'
  | 'once'
  | 'guest'
  | 'offline'

/**
 * An entry that a browser may keep. A name that ends with `*` is the beginning of several names.
 * `ends` is its lifetime in seconds, or what ends it: closing the browser, signing out, or the next
 * version of the studio.
 */
export type StoredEntry = {
  place: StoragePlace
  name: string
  purpose: StoragePurpose
  ends: number | 'session' | 'kept' | 'replaced'
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const cookies: readonly Omit<StoredEntry, 'place'>[] = [
  { name: 'SESSION', purpose: 'signIn', ends: 30 * DAY },
  { name: 'polymuse.session_token', purpose: 'signIn', ends: 30 * DAY },
  { name: 'polymuse.*', purpose: 'step', ends: 10 * MINUTE },
  { name: 'FLOW_*', purpose: 'step', ends: HOUR },
  { name: 'SETUP', purpose: 'step', ends: HOUR },
  { name: 'LEFT', purpose: 'step', ends: MINUTE },
  { name: 'SURFACE', purpose: 'step', ends: 'session' },
  { name: 'KNOWN', purpose: 'known', ends: YEAR },
  { name: 'THEME', purpose: 'look', ends: YEAR },
  { name: 'LOCALE', purpose: 'look', ends: YEAR },
  { name: 'CURRENCY', purpose: 'look', ends: YEAR },
  { name: 'RAIL', purpose: 'look', ends: YEAR },
  { name: 'COLUMNS', purpose: 'look', ends: YEAR },
  { name: 'WELCOME', purpose: 'look', ends: YEAR },
  { name: 'INVITER_ID', purpose: 'invite', ends: 7 * DAY },
  { name: 'PLAYER', purpose: 'player', ends: YEAR },
  { name: 'ORDER_RETURN', purpose: 'once', ends: DAY },
  { name: 'MADE_*', purpose: 'once', ends: 2 * MINUTE }
]

const kept: Readonly<Record<string, StoragePurpose>> = {
  owner: 'signIn',
  token: 'signIn',
  guest: 'guest',
  drafts: 'work',
  models: 'work',
  selection: 'work',
  pressed: 'work',
  recent: 'work',
  columns: 'look',
  enter: 'look',
  keys: 'look',
  push: 'look',
  player: 'player'
}

/** Everything that the studio stores in browsers. The page about cookies shows this list. */
export const BROWSER_STORAGE: readonly StoredEntry[] = [
  ...cookies.map(entry => ({ place: 'cookie' as const, ...entry })),
  ...Object.entries(kept).map(([key, purpose]) => ({
    place: 'localStorage' as const,
    name: `polymuse:${key}`,
    purpose,
    ends: 'kept' as const
  })),
  { place: 'sessionStorage', name: 'playing', purpose: 'player', ends: 'session' },
  { place: 'sessionStorage', name: 'place', purpose: 'place', ends: 'session' },
  { place: 'sessionStorage', name: 'settings', purpose: 'place', ends: 'session' },
  { place: 'CacheStorage', name: 'page *', purpose: 'offline', ends: 'replaced' },
  { place: 'CacheStorage', name: 'files *', purpose: 'offline', ends: 'replaced' }
]

/**
 * Finds the declaration of a stored entry. The longest name that fits is the right one. Cookies of
 * sites with TLS may have the prefix `__Secure-`.
 */
export function findStoredEntry(place: StoragePlace, name: string): StoredEntry | undefined {
  const plain = name.replace(/^__Secure-/, '')
  const fitting = BROWSER_STORAGE.filter(
    entry =>
      entry.place === place &&
      (entry.name.endsWith('*') ? plain.startsWith(entry.name.slice(0, -1)) : plain === entry.name)
  )
  return fitting.toSorted((a, b) => b.name.length - a.name.length)[0]
}
