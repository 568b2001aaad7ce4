/** By which column a list is ordered, and which way. */
export type Ordering<Column extends string> = { column: Column; direction: 'asc' | 'desc' }

/**
 * What a client's `ordering` says: a column, with a leading minus from its end.
 * @param fallback for none, and for one that the list does not know: clients invent them
 */
export function orderingOf<const Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
  fallback: Ordering<NoInfer<Column>>
): Ordering<Column> {
  const [, minus = '', name = ''] = /^(-?)(\w+)$/.exec(text?.trim().toLowerCase() ?? '') ?? []
  const column = columns.find(each => each === name)
  return column === undefined ? fallback : { column, direction: minus === '' ? 'asc' : 'desc' }
}
