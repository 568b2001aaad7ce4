import { useSyncExternalStore } from 'react'

/** Matches screens without a pointer that hovers. */
const TOUCH = '(hover: none)'

/**
 * Returns true on a touch screen, where nothing can appear on hover. Returns false on the server and
 * during hydration.
 */
export function useTouch(): boolean {
  return useSyncExternalStore(
    changed => {
      const query = matchMedia(TOUCH)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(TOUCH).matches,
    () => false
  )
}
