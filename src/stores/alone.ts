/** How long a tab waits for another one, which may sleep with the lock in its hand, in milliseconds. */
const PATIENCE = 10_000

/**
 * Runs work while no other tab of this browser does the same; where tabs cannot agree, as on plain HTTP, at once.
 * @throws whatever the work throws
 */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : null
  if (locks === null) return work()
  let begun = false
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(PATIENCE) }, () => {
      begun = true
      return work()
    })
  } catch (thrown) {
    if (begun) throw thrown
    return work()
  }
}
