import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import type { TableQuery } from '#core/table-query.ts'
import type { Filter } from '#ui/table/declaration.ts'
import type { TableNavigator } from '#ui/table/QueryLink.tsx'

/** The pause after a key press before the list is filtered, in milliseconds. */
const PAUSE = 300

export type FilterFormOptions = {
  filters: readonly Filter[]
  query: TableQuery
  go: TableNavigator
}

type FilterForm = {
  form: RefObject<HTMLFormElement | null>
  /** Applies the fields now. @param typed true while the user is typing */
  apply(typed: boolean): void
  /** Applies a change of a field, after a pause if the user is typing. */
  change(event: FormEvent): void
}

/** Connects the form of a list's filters with the query of the list, in both directions. */
export function useFilterForm({ filters, query, go }: FilterFormOptions): FilterForm {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (typed: boolean): void => {
    clearTimeout(timer.current)
    if (form.current === null) return
    go.to({ ...query, page: 1, filters: sentBy(form.current, filters, query.filters) }, typed)
  }
  // Values that the user entered before hydration are applied first. Later, when the user goes back
  // in the browser history, the fields are filled from the query, except for the one with the
  // focus.
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
  return { form, apply, change }
}

/**
 * Returns the values of the fields. The filters that are links keep their values from the previous
 * query.
 */
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
