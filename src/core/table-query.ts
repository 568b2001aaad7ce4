/** What of a list is shown: which page, in which order, by which filters. `page` counts from 1; `ordering` is empty for the list's own. */
export type TableQuery = { page: number; ordering: string; filters: Readonly<Record<string, string>> }

/** What a list can be asked for: the names of its filters, and by what it can be sorted. */
export type TableTerms = { filters: readonly string[]; sorts: readonly string[] }

/** Longest text that a filter takes, in characters. */
const LONGEST = 200

const LAST_PAGE = 100_000

/** Reads an address, in which anything may have been written by anybody. What means nothing is left out. */
export function readTableQuery(params: URLSearchParams, { filters, sorts }: TableTerms): TableQuery {
  const page = Number(params.get('page') ?? 1)
  const ordering = params.get('ordering') ?? ''
  const given = filters.map(name => [name, plain(params.get(name))] as const).filter(([, value]) => value !== '')
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    ordering: sorts.includes(ordering.replace(/^-/, '')) ? ordering : '',
    filters: Object.fromEntries(given)
  }
}

/** The query as it stands in an address, with the question mark; empty for the beginning of all. */
export function writeTableQuery({ page, ordering, filters }: TableQuery): string {
  const entries = [...Object.entries(filters), ['ordering', ordering], ['page', page === 1 ? '' : String(page)]]
  const given = entries.filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given as string[][])}`
}

/** The order after a press on a column's name: its largest first, then its smallest, then the list's own. */
export function nextOrdering(ordering: string, column: string): string {
  if (ordering === `-${column}`) return column
  return ordering === column ? '' : `-${column}`
}

/** How a column stands, in the words of ARIA. */
export function sortOf(ordering: string, column: string): 'ascending' | 'descending' | 'none' {
  if (ordering === column) return 'ascending'
  return ordering === `-${column}` ? 'descending' : 'none'
}

/** What no filter takes is left out. */
function plain(value: string | null): string {
  return (value ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST)
}
