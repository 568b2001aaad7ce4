/** How long a tab waits for another one, which may sleep with the lock in its hand, in milliseconds. */
const PATIENCE = 10_000

/**
 * Runs work while no other tab of this browser does the same; where tabs cannot agree, as on plain HTTP, at once.
 * @param work is told whether another tab was at it before
 * @throws whatever the work throws
 */
export async function alone<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : null
  if (locks === null) return work(false)
  let begun = false
  const run = (waited: boolean): Promise<T> => {
    begun = true
    return work(waited)
  }
  try {
    const first = await locks.request(name, { ifAvailable: true }, async lock => (lock === null ? null : { done: await run(false) }))
    return first === null ? await locks.request(name, { signal: AbortSignal.timeout(PATIENCE) }, () => run(true)) : first.done
  } catch (thrown) {
    if (begun) throw thrown
    return work(true)
  }
}
