import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

/** The reader's time to the minute, in unix milliseconds; null on the server and in the render that takes over from it. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, thisMinute, () => null)
}

/** A page that was away for days knows the day again when it is looked at. */
function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE
}
