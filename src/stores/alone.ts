/**
 * The longest wait for another tab, in milliseconds. The other tab may be suspended while it still
 * holds the lock.
 */
const PATIENCE = 10_000

/**
 * Runs work while no other tab of this browser runs work of the same name. Without Web Locks, as on
 * plain HTTP, it runs the work immediately. After 10 seconds of waiting it runs the work anyway.
 * @param work receives true if another tab may have done the work before
 * @throws whatever `work` throws
 */
export async function runExclusively<T>(
  name: string,
  work: (waited: boolean) => Promise<T>
): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : null
  if (locks === null) return work(false)
  let begun = false
  const run = (waited: boolean): Promise<T> => {
    begun = true
    return work(waited)
  }
  try {
    const first = await locks.request(name, { ifAvailable: true }, async lock =>
      lock === null ? null : { done: await run(false) }
    )
    return first === null
      ? await locks.request(name, { signal: AbortSignal.timeout(PATIENCE) }, () => run(true))
      : first.done
  } catch (thrown) {
    if (begun) throw thrown
    return work(true)
  }
}
