/**
 * The part of a list that is shown: page, order and filters. `page` counts from 1. `ordering` is
 * empty for the list's default.
 */
export type TableQuery = {
  page: number
  ordering: string
  filters: Readonly<Record<string, string>>
}

/** The filters and sort columns that a list supports. */
export type TableOptions = { filters: readonly string[]; sorts: readonly string[] }

/** Longest filter text, in characters. */
const LONGEST = 200

const LAST_PAGE = 100_000

/** Reads the query of a URL, which may contain anything. Invalid parts are ignored. */
export function readTableQuery(
  params: URLSearchParams,
  { filters, sorts }: TableOptions
): TableQuery {
  const page = Number(params.get('page') ?? 1)
  const ordering = params.get('ordering') ?? ''
  const given = filters
    .map(name => [name, plain(params.get(name))] as const)
    .filter(([, value]) => value !== '')
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    ordering: sorts.includes(ordering.replace(/^-/, '')) ? ordering : '',
    filters: Object.fromEntries(given)
  }
}

/** Writes the query for a URL, with the question mark; empty for the default query. */
export function writeTableQuery({ page, ordering, filters }: TableQuery): string {
  const entries = [
    ...Object.entries(filters),
    ['ordering', ordering],
    ['page', page === 1 ? '' : String(page)]
  ]
  const given = entries.filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given as string[][])}`
}

/**
 * Returns the order after a press on a column's name: descending first, then ascending, then the
 * default.
 */
export function nextOrdering(ordering: string, column: string): string {
  if (ordering === `-${column}`) return column
  return ordering === column ? '' : `-${column}`
}

/** Returns the `aria-sort` value of a column. */
export function ariaSort(ordering: string, column: string): 'ascending' | 'descending' | 'none' {
  if (ordering === column) return 'ascending'
  return ordering === `-${column}` ? 'descending' : 'none'
}

/** Removes control characters and cuts the text at the maximum length. */
function plain(value: string | null): string {
  return (value ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST)
}
