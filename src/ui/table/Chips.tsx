import type { TableQuery } from '#core/table-query.ts'
import type { Filter, TableContext } from '#ui/table/declaration.ts'
import { QueryLink, type TableNavigator } from '#ui/table/QueryLink.tsx'

type Props = {
  filter: Extract<Filter, { kind: 'chips' }>
  query: TableQuery
  kit: TableContext
  go: TableNavigator
}

/** A filter with a few choices in a row; the first shows the whole list. */
export function FilterChips({ filter: { name, label, all, choices }, query, kit, go }: Props) {
  const { [name]: chosen = '', ...others } = query.filters
  const items = [{ value: '', title: kit.t(all) }, ...choices(kit, query.filters)]
  return (
    <nav className="flex flex-wrap gap-2" aria-label={kit.t(label)}>
      {items.map(({ value, title }) => {
        const current = value === chosen
        const filters = value === '' ? others : { ...others, [name]: value }
        return (
          <QueryLink
            key={value}
            className={`chip ${current ? 'bg-surface-3 text-text' : ''}`}
            aria-current={current ? 'page' : undefined}
            to={{ ...query, page: 1, filters }}
            go={go}
          >
            {title}
          </QueryLink>
        )
      })}
    </nav>
  )
}
