/**
 * Subscribes to nothing, for `useSyncExternalStore` with a value that reports no changes. React
 * reads the value again on each render.
 */
export function subscribeToNothing(): () => void {
  return () => undefined
}
