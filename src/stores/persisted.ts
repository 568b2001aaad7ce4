import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'

/** The prefix of the name of each of {@link STORAGE_KEYS} in the browser's storage. */
export const STORAGE_PREFIX = 'polymuse:'

/**
 * Every key that may be saved in a browser. All of it belongs to a user, so signing out removes it.
 */
export const STORAGE_KEYS = [
  'owner',
  'token',
  'selection',
  'drafts',
  'models',
  'enter',
  'keys',
  'columns',
  'guest',
  'pressed',
  'recent',
  'push',
  'player'
] as const
export type StorageKey = (typeof STORAGE_KEYS)[number]

/** The longest value that is saved, in characters. */
const MAX_SAVED = 50_000

const stores = new Map<StorageKey, () => void>()
const looks = new Map<StorageKey, () => void>()
const forgets = new Set<() => void>()
/** Counts the resets. */
let resets = 0

if (typeof window !== 'undefined') setPersistentEngine(forgiving(), windowPersistentEvents)

/**
 * Creates a store whose value is saved in the browser and shared between tabs. A saved value is
 * parsed before it is used; invalid or old data becomes the fallback. Components read it through
 * {@link usePersisted}.
 * @param fallback a constant: readers compare by identity
 * @throws Error during development when it is set on a server, where all visitors would share it
 */
export function createPersistedAtom<T>(
  key: StorageKey,
  fallback: T,
  parse: (saved: unknown) => T
): WritableAtom<T> {
  const store = persistentAtom<T>(STORAGE_PREFIX + key, fallback, {
    encode: value => (value === fallback ? undefined : JSON.stringify(value)) as string,
    decode: saved => decode(saved, fallback, parse)
  })
  if (import.meta.env.DEV) {
    const set = store.set
    store.set = value => {
      if (typeof window === 'undefined') throw new Error(`"${key}" was set on a server`)
      set(value)
    }
  }
  stores.set(key, () => store.set(fallback))
  looks.set(key, () => {
    const saved = storage()?.getItem(STORAGE_PREFIX + key)
    if (saved != null) store.set(decode(saved, fallback, parse))
  })
  return store
}

/**
 * Returns a persisted store's value in a component. While hydrating, as on the server, this is the
 * fallback; the saved value follows immediately.
 */
export function usePersisted<T>(store: WritableAtom<T>, fallback: T): T {
  return useStore(store, { ssr: () => fallback })
}

/**
 * Reads a key again from storage. A tab that was asleep may not have received the event of another
 * tab's change.
 */
export function rereadKey(key: StorageKey): void {
  looks.get(key)?.()
}

/**
 * Removes everything that belongs to the user from this browser: the stores of this page, and saved
 * keys that this page has not loaded.
 */
export function resetAll(): void {
  for (const reset of stores.values()) reset()
  for (const key of STORAGE_KEYS) storage()?.removeItem(STORAGE_PREFIX + key)
  forgetAll()
}

/** Registers a callback that clears data which the page holds but does not save. */
export function onReset(forget: () => void): void {
  forgets.add(forget)
}

/**
 * Creates a check for a pending response.
 * @returns a function that returns false once a reset has happened, when the response must be
 * ignored
 */
export function createResetCheck(): () => boolean {
  const before = resets
  return () => resets === before
}

function forgetAll(): void {
  resets++
  for (const forget of forgets) forget()
}

function decode<T>(saved: string, fallback: T, parse: (saved: unknown) => T): T {
  try {
    return parse(JSON.parse(saved))
  } catch {
    return fallback
  }
}

/** Checks whether this browser has a saved value for a key. */
export function isKeySaved(key: StorageKey): boolean {
  return storage()?.getItem(STORAGE_PREFIX + key) != null
}

/** Returns the browser's storage, or null if the browser forbids it. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/**
 * Creates the object of strings that the store library expects as storage. A value that cannot be
 * saved lasts as long as the page: when storage is full or forbidden, or the value is too long.
 */
function forgiving(): Record<string, string> {
  const unsaved = new Map<string, string>()
  // Another tab has saved or removed the key, so our unsaved value is outdated. This listener runs
  // before those of the stores.
  addEventListener('storage', ({ key, oldValue }) => {
    if (key === null) unsaved.clear()
    else unsaved.delete(key)
    if (key === null || (key === `${STORAGE_PREFIX}owner` && oldValue !== null)) forgetAll()
  })
  const read = (key: string | symbol): string | undefined =>
    unsaved.get(String(key)) ?? storage()?.getItem(String(key)) ?? undefined
  return new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key) => read(key) !== undefined,
      get: (_, key) => read(key),
      deleteProperty: (_, key) => {
        unsaved.delete(String(key))
        storage()?.removeItem(String(key))
        return true
      },
      set: (_, key, value: string) => {
        if (save(String(key), value)) unsaved.delete(String(key))
        else unsaved.set(String(key), value)
        return true
      }
    }
  )
}

/**
 * Saves a value.
 * @returns false when it could not be saved; then any older value is removed too
 */
function save(key: string, value: string): boolean {
  const kept = storage()
  // Do not write a value that is already there: another tab may have written a newer one meanwhile.
  if (kept?.getItem(key) === value) return true
  try {
    if (value.length <= MAX_SAVED) {
      kept?.setItem(key, value)
      return kept !== null
    }
  } catch {
    // Storage is full: treat the value like one that is too long.
  }
  kept?.removeItem(key)
  return false
}
