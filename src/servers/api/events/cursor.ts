import { Problem } from '#core/problem.ts'

/** Milliseconds by which the clocks of two processes may differ, and for which an ended run is remembered as seen. */
export const OVERLAP = 10_000

/** Means that a run's last event has been seen. */
export const SEEN = -1

/** How far a reader of a person's feed has read. */
export type FeedCursor = {
  /** Unix milliseconds: runs that began before are known to the reader, or listed below. */
  since: number
  /** Number of the last event seen, by run; {@link SEEN} for a run that ended. */
  runs: Map<string, number>
}

/** The cursor as it stands in an `id:` line: `<since>` and then `.<run>:<number>` for each run. */
export function writeCursor({ since, runs }: FeedCursor): string {
  return [since.toString(36), ...[...runs].map(([run, seq]) => `${run}:${seq}`)].join('.')
}

/** @throws Problem `bad_request` for a text that is no cursor of ours */
export function readCursor(text: string): FeedCursor {
  const [since = '', ...runs] = text.split('.')
  const entries = runs.map(run => /^([\w-]{1,64}):(-?\d{1,9})$/.exec(run))
  if (!/^[0-9a-z]{1,11}$/.test(since) || entries.length > 500 || entries.some(entry => entry === null)) {
    throw new Problem('bad_request', { detail: 'this is no cursor of an event feed', issues: [{ field: 'cursor', code: 'invalid' }] })
  }
  return { since: Number.parseInt(since, 36), runs: new Map(entries.map(entry => [entry?.[1] ?? '', Number(entry?.[2])])) }
}
