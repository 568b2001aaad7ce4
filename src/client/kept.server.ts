/** The most cached entries. Beyond this the cache is emptied. */
const MOST = 2000

/**
 * Creates a cache for values that are the same for all visitors. Without it, each visitor's load
 * counts against the platform's rate limit for the visitor's address. Null is not cached.
 * @param seconds lifetime of an entry
 */
export function createTimedCache<T>(
  seconds: number
): (key: string, load: () => Promise<T | null>) => Promise<T | null> {
  const entries = new Map<string, { until: number; value: Promise<T | null> }>()
  return (key, load) => {
    const found = entries.get(key)
    if (found !== undefined && found.until > Date.now()) return found.value
    if (entries.size >= MOST) entries.clear()
    const value = load()
    entries.set(key, { until: Date.now() + seconds * 1000, value })
    const forget = (): void => void entries.delete(key)
    value.then(had => had ?? forget(), forget)
    return value
  }
}
