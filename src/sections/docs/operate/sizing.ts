/**
 * Work that one core of a set-up served in a measurement: people at once, open streams, or tasks
 * per hour.
 */
type SizingRow = {
  people: number
  streams: number
  tasks: number
  setup: 'oneProcess' | 'threeProcesses'
}

/**
 * The table of sizes on `/docs/operate/scale`, by `npm run bench -- sizes` on 2026-11-27, rounded
 * down. Without rows, it is not shown.
 */
export const SIZING_ROWS: readonly SizingRow[] = [
  { people: 800, streams: 130, tasks: 27_000, setup: 'oneProcess' },
  { people: 450, streams: 75, tasks: 11_000, setup: 'threeProcesses' }
]
