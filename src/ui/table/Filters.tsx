import { ListFilter } from 'lucide-react'
import { useEffect, useRef, type FormEvent } from 'react'
import { ICON } from '#ui/chat/icon.ts'
import type { Filter, Kit } from '#ui/table/declaration.ts'
import { FilterField } from '#ui/table/FilterField.tsx'
import { QueryLink, type Go } from '#ui/table/QueryLink.tsx'
import type { TableQuery } from '#core/table-query.ts'

/** How long to wait after a keystroke before filtering, in milliseconds. */
const PAUSE = 300

type Props = { filters: readonly Filter[]; query: TableQuery; kit: Kit; go: Go }

/**
 * The filters of a list. Without a script it is a form to submit; with one, each change applies
 * immediately.
 */
export function Filters({ filters, query, kit, go }: Props) {
  const { t } = kit
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const fields = filters.filter(({ kind }) => kind !== 'chips')
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (typed: boolean): void => {
    clearTimeout(timer.current)
    if (form.current === null) return
    go.to({ ...query, page: 1, filters: sentBy(form.current, filters, query.filters) }, typed)
  }
  // Choices made before hydration apply. When the user later goes back, the form follows, except
  // for the field with the focus.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return fill(form.current, query.filters)
    begun.current = true
    if (differs(form.current, query.filters)) apply(true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [query.filters])
  const change = ({ target }: FormEvent): void => {
    const typed = target instanceof HTMLInputElement && target.type === 'search'
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(typed), typed ? PAUSE : 0)
  }
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
        <ListFilter {...ICON} />
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

/** Returns the filters from the fields, plus the chips' values from the previous query. */
function sentBy(
  form: HTMLFormElement,
  filters: readonly Filter[],
  before: TableQuery['filters']
): Record<string, string> {
  const written = [...new FormData(form)]
    .map(([name, value]) => [name, String(value).trim()] as const)
    .filter(([, value]) => value !== '')
  const fields = new Set([...form.elements].map(field => field.getAttribute('name')))
  const chips = filters.flatMap(({ name, kind }) =>
    kind === 'chips' && !fields.has(name) && before[name] ? [[name, before[name]]] : []
  )
  const given = [
    ...chips,
    ...written.filter(([name]) =>
      filters.some(each => each.name === name && each.kind !== 'hidden')
    )
  ]
  const own = filters.flatMap(filter =>
    filter.kind === 'hidden' && (given.length > 0 || before[filter.name] !== undefined)
      ? [[filter.name, filter.own()]]
      : []
  )
  return Object.fromEntries([...given, ...own]) as Record<string, string>
}

/** Whether a field differs from the query. */
function differs(form: HTMLFormElement | null, filters: TableQuery['filters']): boolean {
  return fieldsOf(form).some(field => {
    const said =
      field.type === 'checkbox' && !(field as HTMLInputElement).checked ? '' : field.value
    return said.trim() !== (filters[field.name] ?? '')
  })
}

/** Writes the query into the fields, except for the one with the focus. */
function fill(form: HTMLFormElement | null, filters: TableQuery['filters']): void {
  for (const field of fieldsOf(form)) {
    if (field === document.activeElement) continue
    if (field.type === 'checkbox')
      (field as HTMLInputElement).checked = filters[field.name] === field.value
    else field.value = filters[field.name] ?? ''
  }
}

function fieldsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLSelectElement)[] {
  return [...(form?.elements ?? [])].filter(
    (each): each is HTMLInputElement | HTMLSelectElement => {
      return (
        each instanceof HTMLSelectElement ||
        (each instanceof HTMLInputElement && each.type !== 'hidden')
      )
    }
  )
}
