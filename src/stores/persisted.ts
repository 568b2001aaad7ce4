import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'

/** With what the name of each of {@link KEYS} begins in a browser. */
export const PREFIX = 'polymuse:'

/** Everything that may be kept in a browser. All of it is somebody's, so all of it goes when they sign out. */
export const KEYS = ['owner', 'token', 'selection', 'drafts', 'models', 'enter', 'keys', 'columns', 'guest', 'pressed'] as const
export type Key = (typeof KEYS)[number]

/** Longest value kept, in characters. */
const MAX_SAVED = 50_000

const stores = new Map<Key, () => void>()
const looks = new Map<Key, () => void>()
const forgets = new Set<() => void>()
/** How often everything has been forgotten. */
let resets = 0

if (typeof window !== 'undefined') setPersistentEngine(forgiving(), windowPersistentEvents)

/**
 * A store that survives the page, shared between tabs. What was saved is parsed before it is believed; bad or old data is the fallback.
 * Setting it on a server throws, since all visitors would share it. Components read it through {@link usePersisted}.
 * @param fallback a constant: readers compare by identity
 */
export function persisted<T>(key: Key, fallback: T, parse: (saved: unknown) => T): WritableAtom<T> {
  const store = persistentAtom<T>(PREFIX + key, fallback, {
    encode: value => (value === fallback ? undefined : JSON.stringify(value)) as string,
    decode: saved => decode(saved, fallback, parse)
  })
  const set = store.set
  store.set = value => {
    if (typeof window === 'undefined') throw new Error(`the store "${key}" belongs to a browser and was set on a server`)
    set(value)
  }
  stores.set(key, () => store.set(fallback))
  looks.set(key, () => {
    const saved = storage()?.getItem(PREFIX + key)
    if (saved != null) store.set(decode(saved, fallback, parse))
  })
  return store
}

/** A persisted store's value in a component: the fallback while hydrating, as on the server, the saved one right after. */
export function usePersisted<T>(store: WritableAtom<T>, fallback: T): T {
  return useStore(store, { ssr: () => fallback })
}

/** Takes what another tab has saved: a tab that slept may not have been told of it yet. */
export function lookAgain(key: Key): void {
  looks.get(key)?.()
}

/** Leaves nothing of a person in this browser, neither of the stores of this page nor of those of other pages. */
export function resetAll(): void {
  for (const reset of stores.values()) reset()
  for (const key of KEYS) storage()?.removeItem(PREFIX + key)
  forgetAll()
}

/** What a page knows of a person and does not keep goes with what it keeps. */
export function onReset(forget: () => void): void {
  forgets.add(forget)
}

/** For an answer that is waited for. @returns has nothing been forgotten since? If it has, the answer is nobody's */
export function untilReset(): () => boolean {
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

/** Is something kept under this key, in this browser? */
export function isKept(key: Key): boolean {
  return storage()?.getItem(PREFIX + key) != null
}

/** A browser may forbid storage altogether. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/**
 * Storage as the store library wants it: an object of texts. What cannot be saved, because the storage is full or forbidden
 * or the value too long, lives as long as the page.
 */
function forgiving(): Record<string, string> {
  const unsaved = new Map<string, string>()
  // Another tab has saved or removed it since. Heard before the stores hear of it.
  addEventListener('storage', ({ key, oldValue }) => {
    if (key === null) unsaved.clear()
    else unsaved.delete(key)
    if (key === null || (key === `${PREFIX}owner` && oldValue !== null)) forgetAll()
  })
  const read = (key: string | symbol): string | undefined => unsaved.get(String(key)) ?? storage()?.getItem(String(key)) ?? undefined
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

/** @returns false when it could not be kept; then nothing older is kept either */
function save(key: string, value: string): boolean {
  const kept = storage()
  // What is there already is not written again: another tab may have written something newer that is not seen here yet.
  if (kept?.getItem(key) === value) return true
  try {
    if (value.length <= MAX_SAVED) {
      kept?.setItem(key, value)
      return kept !== null
    }
  } catch {
    // Full: handled like too long.
  }
  kept?.removeItem(key)
  return false
}
