import type { AstroGlobal } from 'astro'
import { hubInfo } from '#client/hub.ts'
import { loadPriceRate } from '#client/prices.server.ts'
import { COLUMNS_COOKIE, parseHiddenColumns } from '#core/hidden-columns.ts'
import type { Problem } from '#core/problem.ts'
import { readTableQuery, writeTableQuery, type TableQuery } from '#core/table-query.ts'
import { localizePath } from '#i18n/locale.ts'
import type { TableProps } from '#islands/tables/table-island.tsx'
import { tryReadPlatform } from '#client/find.server.ts'
import type { TableDeclaration } from '#ui/table/declaration.ts'
import { tableCallParams, termsOf } from '#ui/table/terms.ts'

type Options = {
  /** Path of the page, without a language prefix. */
  path: string
  /** Parameters of the call in addition to those in the address. */
  given?: Record<string, string>
  facts?: Record<string, unknown>
  /** Replaces the filters in the address, where some of them are invalid. */
  filters?: TableQuery['filters']
  /** Address of the download, if it is not `/tables/<name>.csv`. */
  file?: string
}

/** A list as a page shows it: the island's props, or the problem. */
export type LoadedTable<Row> =
  | { props: TableProps<Row>; problem: null; astray: string | null }
  | { props: null; problem: Problem; astray: null }

/**
 * Loads the rows that the page's address requests. `astray` is the address of the first page where
 * the requested one is beyond the last.
 */
export async function loadTable<Row>(
  { locals: { hub }, cookies }: Pick<AstroGlobal, 'locals' | 'cookies'>,
  declaration: TableDeclaration<Row>,
  { path, given = {}, facts = {}, filters, file }: Options
): Promise<LoadedTable<Row>> {
  const asks = readTableQuery(hub.url.searchParams, termsOf(declaration))
  const query = { ...asks, filters: filters ?? asks.filters }
  const { size, name, group, call, strings = [] } = declaration
  const asked = {
    ...tableCallParams(declaration, query),
    ...given,
    limit: String(size),
    offset: String((query.page - 1) * size)
  }
  const [list, rate] = await Promise.all([
    tryReadPlatform<{ items: Row[]; count: number }>(hub, `${call}?${new URLSearchParams(asked)}`),
    loadPriceRate(hub)
  ])
  if (list.problem !== null) return { props: null, problem: list.problem, astray: null }
  const { items, count } = list.value
  const address = localizePath(path, hub.locale)
  const props = {
    hub: hubInfo(hub),
    t: hub.strings(group, 'common', 'problem', ...strings),
    rate,
    address,
    file: file ?? localizePath(`/tables/${name}.csv`, hub.locale),
    given,
    query,
    items,
    count,
    hidden: parseHiddenColumns(cookies.get(COLUMNS_COOKIE)?.value ?? '')[name] ?? [],
    now: Date.now(),
    facts
  }
  const astray =
    items.length === 0 && query.page > 1 ? address + writeTableQuery({ ...query, page: 1 }) : null
  return { props, problem: null, astray }
}
