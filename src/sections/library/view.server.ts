import type { HubRequest } from '#client/hub.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import { LIBRARY_KINDS, type LibraryPage } from '#contract/library.ts'
import type { Problem } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'

/** The filters in the address of the page; empty texts where a filter is missing. */
const LIBRARY_FILTERS = [
  'kind',
  'service',
  'model',
  'from',
  'to',
  'favourite',
  'rating',
  'project',
  'search',
  'sort'
] as const

/** Orders other than that of a list by default, which is newest first. */
const SORTS = ['oldest', 'rating'] as const

export type LibraryFilters = Record<(typeof LIBRARY_FILTERS)[number], string>

/** A page of the library, or why there is none. */
type LibraryView = { page: LibraryPage | null; problem: Problem | null }

/** Reads the filters from an address, which anybody may have written. */
export function libraryFilters({ searchParams }: URL): LibraryFilters {
  const read = (name: string): string => searchParams.get(name)?.trim() ?? ''
  const filters = Object.fromEntries(
    LIBRARY_FILTERS.map(name => [name, read(name)])
  ) as LibraryFilters
  const isKind = LIBRARY_KINDS.some(kind => kind === filters.kind)
  const days = [filters.from, filters.to].map(day => (isDay(day) ? day : ''))
  // A span that ends before it begins was meant the other way round.
  const [from = '', to = ''] = days.includes('') ? days : days.toSorted()
  return {
    ...filters,
    kind: isKind ? filters.kind : '',
    favourite: filters.favourite === 'true' ? 'true' : '',
    rating: /^[1-5]$/.test(filters.rating) ? filters.rating : '',
    sort: SORTS.find(sort => sort === filters.sort) ?? '',
    project: filters.project.slice(0, 64),
    search: filters.search.slice(0, 200),
    from,
    to
  }
}

/** Returns the address of the page with these filters, without empty ones. */
export function libraryAddress(
  hub: Pick<HubRequest, 'locale'>,
  filters: Partial<LibraryFilters> & { cursor?: string }
): string {
  return filteredAddress(hub, '/library', filters)
}

/** Returns the address of a page with the filters that are not empty. */
export function filteredAddress(
  { locale }: Pick<HubRequest, 'locale'>,
  path: string,
  filters: Readonly<Record<string, string>>
): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  const query = new URLSearchParams(given).toString()
  return localizePath(path, locale) + (query === '' ? '' : `?${query}`)
}

/** Asks the API about the library of the signed-in user. */
export function fetchLibrary(
  { fetch, session, locale }: HubRequest,
  path: string,
  init: { method?: string; body?: object; once?: string } = {}
): Promise<Response> {
  return fetch('api', `/library/${path}`, {
    ...(init.method !== undefined && { method: init.method }),
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    headers: {
      authorization: `Bearer ${session?.access_token ?? ''}`,
      'accept-language': locale,
      'content-type': 'application/json',
      ...(init.once !== undefined && init.once !== '' && { 'idempotency-key': init.once })
    }
  })
}

/** Loads the page of the library that the address and these filters request. */
export async function loadLibrary(
  hub: HubRequest,
  filters: Partial<LibraryFilters>
): Promise<LibraryView> {
  const cursor = hub.url.searchParams.get('cursor') ?? ''
  const query = new URLSearchParams({ ...filters, cursor })
  try {
    const answer = await fetchLibrary(hub, `items?${query}`)
    if (!answer.ok) return { page: null, problem: await readProblem(answer) }
    return { page: (await answer.json()) as LibraryPage, problem: null }
  } catch (thrown) {
    return { page: null, problem: toRequestProblem(thrown) }
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
