/**
 * Does work once the browser has nothing else to do.
 * @param patience longest it waits for that, in milliseconds
 * @returns so that it does not happen any more
 */
export function whenIdle(work: () => void, patience: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: patience })
  return () => cancelIdleCallback(handle)
}
