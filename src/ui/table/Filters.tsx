import { ListFilter } from 'lucide-react'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import type { Filter, TableContext } from '#ui/table/declaration.ts'
import { FilterField } from '#ui/table/FilterField.tsx'
import { QueryLink } from '#ui/table/QueryLink.tsx'
import { useFilterForm, type FilterFormOptions } from '#ui/table/use-filter-form.ts'

type Props = FilterFormOptions & { kit: TableContext }

/**
 * The filters of a list. Without a script it is a form to submit; with one, each change applies
 * immediately.
 */
export function Filters({ filters, query, kit, go }: Props) {
  const { t } = kit
  const { form, apply, change } = useFilterForm({ filters, query, go })
  const fields = filters.filter(({ kind }) => kind !== 'chips')
  const seen = (name: string): boolean =>
    filters.some(each => each.name === name && each.kind !== 'hidden')
  const unseen = Object.fromEntries(Object.entries(query.filters).filter(([name]) => !seen(name)))
  const narrowed = Object.keys(query.filters).some(seen)
  if (fields.length === 0) return null
  const dates = fields.filter(({ kind }) => kind === 'date')
  const drawn = (filter: Filter) => (
    <FilterField key={filter.name} filter={filter} filters={query.filters} kit={kit} />
  )
  return (
    <form
      className="table-filters"
      method="get"
      action={go.address}
      role="search"
      aria-label={t('common.table.filter')}
      ref={form}
      onChange={change}
      onSubmit={event => {
        event.preventDefault()
        apply(false)
      }}
    >
      {fields.filter(({ kind }) => kind !== 'date' && kind !== 'hidden').map(drawn)}
      {dates.length > 0 && <div className="table-dates">{dates.map(drawn)}</div>}
      {fields.filter(({ kind }) => kind === 'hidden').map(drawn)}
      <button className="button" type="submit" data-unscripted="">
        <ListFilter {...ICON_PROPS} />
        {t('common.table.show')}
      </button>
      {narrowed && (
        <QueryLink
          className="link flex min-h-control items-center"
          to={{ ...query, page: 1, filters: unseen }}
          go={go}
        >
          {t('common.table.all')}
        </QueryLink>
      )}
    </form>
  )
}
