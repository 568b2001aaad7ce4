import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { pageOf } from '#layouts/console/applications.ts'
import { find, type Found } from '#layouts/console/find.server.ts'
import type { Problem } from '#core/problem.ts'

/** Rows of a page. */
export const SIZE = 20

type List<T> = { items: T[]; count: number }

/** One page of a list, with the filters of its address. `address` has those, for the way to other pages. */
export type ListPage<T> = { list: List<T> | null; problem: Problem | null; page: number; address: string; filters: Record<string, string> }

/**
 * A list of operators as the page's address asks for it.
 * @param path of the page; `call` below `/api/v1/`
 * @param names of the filters that the address may have
 * @returns null for whoever is no operator: there is no such page then
 */
export async function operatorList<T>(
  hub: HubRequest,
  { path, call, names = [], size = SIZE }: { path: string; call: string; names?: readonly string[]; size?: number }
): Promise<ListPage<T> | null> {
  const page = pageOf(hub.url)
  const given = names.map(name => [name, plain(hub.url.searchParams.get(name))] as const).filter(([, value]) => value !== '')
  const filters = Object.fromEntries(given)
  const query = new URLSearchParams({ ...filters, limit: String(size), offset: String((page - 1) * size) })
  const found = await find<List<T>>(hub, `${call}?${query}`)
  if (isHidden(found)) return null
  const own = localizePath(path, hub.locale)
  const address = given.length === 0 ? own : `${own}?${new URLSearchParams(filters)}`
  return { list: found.value, problem: found.problem, page, address, filters }
}

/** Is the reader no operator? Then there is no such page. */
export function isHidden({ problem }: Pick<Found<unknown>, 'problem'>): boolean {
  return problem?.code === 'forbidden'
}

/** What no filter takes is left out. */
function plain(value: string | null): string {
  return (value ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
}
