/** A place in a list in order of time: that of the row before it. */
export type Place = {
  /** Unix milliseconds. */
  time: number
  id: string
}

/** Reads a cursor, whose form the contract has checked. */
export function placeAt(cursor: string): Place {
  const at = cursor.indexOf('_')
  return { time: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) }
}

/** Writes the cursor of the rows after a place. */
export function cursorAt({ time, id }: Place): string {
  return `${time}_${id}`
}
