/** The failed tries so far, and the end of all tries; times in unix milliseconds. */
type Tried = { attempts: number; now: number; giveUpAt: number }

/** The pause after the first failure and the longest pause, in milliseconds. */
type Pauses = { first: number; longest: number }

/**
 * Schedules the next try. Pauses double, each up to a quarter longer or shorter, so that not all
 * retries coincide. The last try is at `giveUpAt`, even where the pause would be longer.
 * @param attempts from 1, including the one that just failed
 * @returns unix milliseconds; null when there is no further try
 */
export function nextAttemptTime(
  { attempts, now, giveUpAt }: Tried,
  { first, longest }: Pauses
): number | null {
  if (now >= giveUpAt) return null
  const pause = Math.min(first * 2 ** (attempts - 1), longest) * (0.75 + Math.random() / 2)
  return Math.min(now + Math.round(pause), giveUpAt)
}
