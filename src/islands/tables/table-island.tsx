import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { pricesBy, type PriceRate } from '#client/prices.ts'
import { writeTableQuery, type TableQuery } from '#core/table-query.ts'
import { createTranslate, type Strings } from '#i18n/translate.ts'
import { useTable } from '#islands/tables/use-table.ts'
import { $columns, hideColumns } from '#stores/columns.ts'
import type { Declaration, Kit } from '#ui/table/declaration.ts'
import { Table } from '#ui/table/Table.tsx'

/** What the page of a list gives its island: plain data. */
export type TableProps<Row> = {
  hub: HubInfo
  t: Strings
  rate: PriceRate
  /** The page's own path. */
  address: string
  /** Where its rows are had as a file. */
  file: string
  /** What the call takes besides what the address says. */
  given: Record<string, string>
  query: TableQuery
  items: readonly Row[]
  count: number
  hidden: readonly string[]
  /** Unix milliseconds. */
  now: number
  facts: Record<string, unknown>
}

/** The island of a list: the server has rendered its first rows, from there on it needs no page. */
export function tableIsland<Row>(declaration: Declaration<Row>) {
  return function TableIsland({ hub, t: strings, rate, address, file, given, hidden: before, now, facts, ...rest }: TableProps<Row>) {
    const [local, setLocal] = useState(false)
    const { rows, go, renew } = useTable(declaration, { hub, address, given, ...rest })
    const hidden = useStore($columns, { ssr: () => ({ [declaration.name]: before }) })[declaration.name] ?? []
    const kit = useMemo((): Kit => {
      const t = createTranslate(strings, hub.locale)
      return { hub, t, prices: pricesBy(rate, hub.locale), now, local, facts }
    }, [strings, hub, rate, now, local, facts])
    useEffect(() => setLocal(true), [])
    return (
      <Table
        of={declaration}
        state={rows}
        kit={kit}
        go={go}
        file={file + writeTableQuery({ ...rows.query, page: 1, filters: { ...given, ...rows.query.filters } })}
        hidden={hidden}
        onHide={columns => hideColumns(declaration.name, columns)}
        onRetry={renew}
      />
    )
  }
}
