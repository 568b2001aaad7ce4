/** A place in an ordered list: that of the row before it. */
export type ListPosition = {
  /** The column that orders the list, such as a time in unix milliseconds. Not negative. */
  rank: number
  id: string
}

/** Reads a cursor, whose form the contract has checked. */
export function parseListCursor(cursor: string): ListPosition {
  const at = cursor.indexOf('_')
  return { rank: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) }
}

/** Writes the cursor of the rows after a place. */
export function formatListCursor({ rank, id }: ListPosition): string {
  return `${rank}_${id}`
}
