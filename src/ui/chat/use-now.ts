import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

/**
 * Returns the reader's time to the minute, in unix milliseconds. Returns null on the server and
 * during hydration.
 */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, thisMinute, () => null)
}

/**
 * Reads the time again when the page becomes visible, since it may have been in the background for
 * days.
 */
function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE
}
