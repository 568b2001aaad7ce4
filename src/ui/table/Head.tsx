import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { nextOrdering, ariaSort, type TableQuery } from '#core/table-query.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Column } from '#ui/table/declaration.ts'
import { QueryLink, type TableNavigator } from '#ui/table/QueryLink.tsx'
import { ROLES } from '#ui/table/roles.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  label(column: string): string
  query: TableQuery
  t: Translate
  go: TableNavigator
}

const ARROWS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

/** The column headers. Sortable ones are links. */
export function TableHead<Row>({ columns, label: nameOf, query, t, go }: Props<Row>) {
  return (
    <thead {...ROLES.group}>
      <tr {...ROLES.row}>
        {columns.map(({ id, end, sort }) => {
          const label = t(nameOf(id))
          const sorted = sort === undefined ? undefined : ariaSort(query.ordering, sort)
          const Arrow = ARROWS[sorted ?? 'none']
          return (
            <th key={id} className={end && 'text-end'} {...ROLES.name} aria-sort={sorted}>
              {sort === undefined ? (
                label
              ) : (
                <QueryLink
                  className="table-sort"
                  to={{ ...query, page: 1, ordering: nextOrdering(query.ordering, sort) }}
                  go={go}
                >
                  {label}
                  <Arrow
                    size={14}
                    strokeWidth={1.75}
                    aria-hidden
                    className={sorted === 'none' ? 'text-faint' : 'text-text'}
                  />
                </QueryLink>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
