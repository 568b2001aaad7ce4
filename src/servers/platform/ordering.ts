/** The column that orders a list, and the direction. */
export type Ordering<Column extends string> = { column: Column; direction: 'asc' | 'desc' }

/**
 * Parses a client's `ordering`: a column name, with a leading minus for descending order.
 * @param fallback for an empty ordering or an unknown column, because clients invent columns
 */
export function parseOrdering<const Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
  fallback: Ordering<NoInfer<Column>>
): Ordering<Column> {
  const [, minus = '', name = ''] = /^(-?)(\w+)$/.exec(text?.trim().toLowerCase() ?? '') ?? []
  const column = columns.find(each => each === name)
  return column === undefined ? fallback : { column, direction: minus === '' ? 'asc' : 'desc' }
}
