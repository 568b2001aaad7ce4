import { Readable } from 'node:stream'
import type { HubRequest } from '#client/hub.ts'
import { fetchPlatform, readPlatform } from '#client/page.server.ts'
import { loadPriceRate } from '#client/prices.server.ts'
import { createPriceFormatter } from '#client/prices.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import { readTableQuery } from '#core/table-query.ts'
import type { AnyDeclaration } from '#sections/tables/all.ts'
import { tableCallParams, termsOf } from '#ui/table/terms.ts'

/** Rows per call. */
const PART = 100

type Rows = { items: readonly never[]; count: number }

/**
 * Streams all rows of a list as CSV, with the filters and order of the address. It loads the rows
 * in parts and never holds them all.
 */
export async function downloadTable(
  hub: HubRequest,
  declaration: AnyDeclaration
): Promise<Response> {
  const { label, name, given = [], call } = declaration
  const { searchParams } = hub.url
  const fixed = given.map(each => [each, searchParams.get(each) ?? ''])
  const asked = {
    ...tableCallParams(declaration, readTableQuery(searchParams, termsOf(declaration))),
    ...Object.fromEntries(fixed)
  }
  const pathOf = (offset: number): string =>
    `${call}?${new URLSearchParams({ ...asked, limit: String(PART), offset: String(offset) })}`
  const first = await fetchPlatform(hub, pathOf(0))
  if (!first.ok)
    return new Response(null, { status: first.status, headers: { 'cache-control': 'no-store' } })

  const columns = declaration.columns.filter(({ text }) => text !== undefined)
  const prices = createPriceFormatter(await loadPriceRate(hub), hub.locale)
  const kit = { hub, t: hub.t, prices, now: Date.now(), local: false, facts: {} }
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ id }) => hub.t(label(id))))
    let part = (await first.json()) as Rows
    for (let read = 0; part.items.length > 0; part = await readPlatform<Rows>(hub, pathOf(read))) {
      read += part.items.length
      yield part.items
        .map(row => csvLine(columns.map(({ text }) => text?.(row, kit) ?? null)))
        .join('')
      if (read >= part.count) return
    }
  }
  return new Response(
    Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream,
    {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff'
      }
    }
  )
}
