import { Problem } from '#core/problem.ts'

/** Milliseconds by which the clocks of two processes may differ, and for which an ended run is remembered as seen. */
export const OVERLAP = 10_000

/** Means that a run's last event has been seen. */
export const SEEN = -1

/** Runs that a cursor may list; ours list fewer, a reader may add some. */
const MAX_RUNS = 190

/** How far a reader of a person's feed has read. */
export type FeedCursor = {
  /** Unix milliseconds: runs that began before are known to the reader, or listed below. Null for "from now on". */
  since: number | null
  /** Number of the last event seen, by run; {@link SEEN} for a run that ended. */
  runs: Map<string, number>
}

/** The cursor as it stands in an `id:` line: `<since>` and then `.<run>:<number>` for each run. */
export function writeCursor({ since, runs }: FeedCursor): string {
  return [since?.toString(36) ?? '', ...[...runs].map(([run, seq]) => `${run}:${seq}`)].join('.')
}

/**
 * A reader may ask for a run again by naming it with the number from behind which it wants it; `.<run>:0` alone is that
 * run from its beginning, and everything else from now on.
 * @throws Problem `bad_request` for a text that is no cursor of ours
 */
export function readCursor(text: string): FeedCursor {
  const [since = '', ...runs] = text.split('.')
  const entries = runs.map(run => /^([\w-]{1,64}):(-?\d{1,9})$/.exec(run))
  if (
    !/^[0-9a-z]{0,9}$/.test(since) ||
    entries.length > MAX_RUNS ||
    entries.some(entry => entry === null)
  ) {
    throw new Problem('bad_request', {
      detail: 'this is no cursor of an event feed',
      issues: [{ field: 'cursor', code: 'invalid' }]
    })
  }
  const known = entries.map((entry): [string, number] => [
    entry?.[1] ?? '',
    Math.max(SEEN, Number(entry?.[2]))
  ])
  return { since: since === '' ? null : Number.parseInt(since, 36), runs: new Map(known) }
}
