/**
 * Runs work once the browser is idle.
 * @param patience the longest wait, in milliseconds
 * @returns a function that cancels it
 */
export function runWhenIdle(work: () => void, patience: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: patience })
  return () => cancelIdleCallback(handle)
}
