/** What has failed so far, how often, and until when it is tried; times in unix milliseconds. */
export type Tried = { attempts: number; now: number; giveUpAt: number }

/** The pause after the first failure and the longest there is, in milliseconds. */
export type Pauses = { first: number; longest: number }

/**
 * When to try again: after pauses that double, each a quarter more or less so that not all come back at once. The last try
 * is at `giveUpAt`, however long the pause would be.
 * @param attempts from 1, that which just failed among them
 * @returns unix milliseconds; null when it is given up
 */
export function nextTry({ attempts, now, giveUpAt }: Tried, { first, longest }: Pauses): number | null {
  if (now >= giveUpAt) return null
  const pause = Math.min(first * 2 ** (attempts - 1), longest) * (0.75 + Math.random() / 2)
  return Math.min(now + Math.round(pause), giveUpAt)
}
