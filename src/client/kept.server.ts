/** Most that is kept at a time; with more, all of it is asked for anew. */
const MOST = 2000

/**
 * Keeps what visitors are all told alike, so that many readers ask for it once: each asks the platform by their address,
 * of which only so many calls are taken. What could not be had (null) is asked for again.
 * @param seconds for how long
 */
export function kept<T>(seconds: number): (key: string, load: () => Promise<T | null>) => Promise<T | null> {
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
