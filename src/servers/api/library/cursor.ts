/** A place in a list in order of time: that of the row before it. */
export type LibraryPosition = {
  /** Unix milliseconds. */
  time: number
  id: string
}

/** Reads a cursor, whose form the contract has checked. */
export function parseLibraryCursor(cursor: string): LibraryPosition {
  const at = cursor.indexOf('_')
  return { time: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) }
}

/** Writes the cursor of the rows after a place. */
export function formatLibraryCursor({ time, id }: LibraryPosition): string {
  return `${time}_${id}`
}
