import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { readTableQuery, writeTableQuery, type TableQuery } from '#core/table-query.ts'
import { tableCallParams, matchesTopics, termsOf } from '#ui/table/terms.ts'
import { HYDRATED_EVENT } from '#islands/pane-events.ts'
import { settleOwner } from '#stores/owner.ts'
import { createTable, type TableRows } from '#stores/table.ts'
import type { TableDeclaration } from '#ui/table/declaration.ts'
import type { TableNavigator } from '#ui/table/QueryLink.tsx'
import { TABLE_SHOWN_EVENT } from '#ui/table/shown.ts'

type Page<Row> = {
  hub: HubInfo
  address: string
  given: Record<string, string>
  query: TableQuery
  items: readonly Row[]
  count: number
}

/** Reloads the rows when the address changes, and when the feed reports that data has changed. */
export function useTable<Row>(
  declaration: TableDeclaration<Row>,
  { hub, address, given, query, items, count }: Page<Row>
): { rows: TableRows<Row>; go: TableNavigator; renew(): void } {
  // The rows that came with the page are the initial state, so this runs once.
  const table = useMemo(
    () => {
      const ask = (asked: TableQuery): Record<string, string> => ({
        ...tableCallParams(declaration, asked),
        ...given
      })
      return createTable<Row>({
        path: declaration.call,
        size: declaration.size,
        ask,
        first: { query, items, count }
      })
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    []
  )
  const rows = useStore(table.$rows)
  const go = useMemo((): TableNavigator => {
    const to = (next: TableQuery, typed = false): void => {
      history[typed ? 'replaceState' : 'pushState'](null, '', address + writeTableQuery(next))
      void table.show(next)
    }
    return { address, to }
  }, [address, table])
  useLayoutEffect(() => settleOwner(hub), [hub])
  useEffect(() => {
    const back = (): void =>
      void table.show(readTableQuery(new URLSearchParams(location.search), termsOf(declaration)))
    addEventListener('popstate', back)
    const forget = table.watch(event => matchesTopics(declaration.live, event))
    return () => {
      removeEventListener('popstate', back)
      forget()
    }
  }, [declaration, table])
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED_EVENT)), [])
  useEffect(
    () =>
      table.$rows.listen(
        ({ busy }) => busy || document.dispatchEvent(new Event(TABLE_SHOWN_EVENT))
      ),
    [table]
  )
  return { rows, go, renew: () => void table.show(rows.query) }
}
