/** Sizes that one set-up served in a measurement: people at once, open streams, tasks per hour. */
type SizingRow = {
  people: number
  streams: number
  tasks: number
  cores: number
  note: string
}

/** The table of sizes on `/docs/operate/scale`, smallest first. Without rows, it is not shown. */
export const SIZING_ROWS: readonly SizingRow[] = []
