import { Problem } from '#core/problem.ts'

/**
 * Maximum difference between the clocks of two processes, in milliseconds. A cursor remembers an
 * ended run for as long.
 */
export const MAX_CLOCK_SKEW_MS = 10_000

/** Marks a run whose last event the reader has. */
export const LAST_EVENT_SEEN = -1

/** Maximum runs in a cursor. The feed itself writes fewer; a reader may add some. */
const MAX_RUNS = 190

/** The position of a reader in a user's feed. */
export type FeedCursor = {
  /**
   * Unix milliseconds. The reader knows all runs that began earlier, or they are in `runs`. Null
   * means "from now on".
   */
  since: number | null
  /** Number of the last event that the reader has, by run; {@link LAST_EVENT_SEEN} for a run that ended. */
  runs: Map<string, number>
}

/** Returns the cursor for an `id:` line: `<since>`, then `.<run>:<number>` for each run. */
export function formatFeedCursor({ since, runs }: FeedCursor): string {
  return [since?.toString(36) ?? '', ...[...runs].map(([run, seq]) => `${run}:${seq}`)].join('.')
}

/**
 * Reads a cursor. A reader can ask for a run again by adding it with the number to start after.
 * `.<run>:0` alone means that run from its beginning, and everything else from now on.
 * @throws Problem `bad_request` for any other text
 */
export function parseFeedCursor(text: string): FeedCursor {
  const [since = '', ...runs] = text.split('.')
  const entries = runs.map(run => /^([\w-]{1,64}):(-?\d{1,9})$/.exec(run))
  if (
    !/^[0-9a-z]{0,9}$/.test(since) ||
    entries.length > MAX_RUNS ||
    entries.some(entry => entry === null)
  ) {
    throw new Problem('bad_request', {
      detail: 'this is not a cursor of an event feed',
      issues: [{ field: 'cursor', code: 'invalid' }]
    })
  }
  const known = entries.map((entry): [string, number] => [
    entry?.[1] ?? '',
    Math.max(LAST_EVENT_SEEN, Number(entry?.[2]))
  ])
  return { since: since === '' ? null : Number.parseInt(since, 36), runs: new Map(known) }
}
