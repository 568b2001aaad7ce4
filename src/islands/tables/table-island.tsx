import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { createPriceFormatter, type PriceRate } from '#client/prices.ts'
import { writeTableQuery, type TableQuery } from '#core/table-query.ts'
import { createTranslate, type Strings } from '#i18n/translate.ts'
import { useTable } from '#islands/tables/use-table.ts'
import { $hiddenColumns, hideColumns } from '#stores/columns.ts'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'
import { Table } from '#ui/table/Table.tsx'

/** The props that the page of a list passes to its island, as plain data. */
export type TableProps<Row> = {
  hub: HubInfo
  t: Strings
  rate: PriceRate
  /** The page's own path. */
  address: string
  /** The address that downloads the rows as a file. */
  file: string
  /** Request parameters that are not in the address. */
  given: Record<string, string>
  query: TableQuery
  items: readonly Row[]
  count: number
  hidden: readonly string[]
  /** Unix milliseconds. */
  now: number
  facts: Record<string, unknown>
}

/**
 * Creates the island of a list. The server renders the first rows; after that no page load is
 * needed.
 */
export function tableIsland<Row>(declaration: TableDeclaration<Row>) {
  return function TableIsland({
    hub,
    t: strings,
    rate,
    address,
    file,
    given,
    hidden: before,
    now,
    facts,
    ...rest
  }: TableProps<Row>) {
    const [local, setLocal] = useState(false)
    const { rows, go, renew } = useTable(declaration, { hub, address, given, ...rest })
    const hidden =
      useStore($hiddenColumns, { ssr: () => ({ [declaration.name]: before }) })[declaration.name] ??
      []
    const kit = useMemo((): TableContext => {
      const t = createTranslate(strings, hub.locale)
      return { hub, t, prices: createPriceFormatter(rate, hub.locale), now, local, facts }
    }, [strings, hub, rate, now, local, facts])
    useEffect(() => setLocal(true), [])
    return (
      <Table
        of={declaration}
        state={rows}
        kit={kit}
        go={go}
        file={
          file +
          writeTableQuery({ ...rows.query, page: 1, filters: { ...given, ...rows.query.filters } })
        }
        hidden={hidden}
        onHide={columns => hideColumns(declaration.name, columns)}
        onRetry={renew}
      />
    )
  }
}
