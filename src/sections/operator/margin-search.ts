import type { Margin } from '#contract/margin.ts'

/** The keys of the strings that name the groupings of a margin report. */
export const MARGIN_LABELS: Readonly<Record<Margin['by'], string>> = {
  service: 'operator.column.service',
  model: 'chat.composer.model',
  site: 'operator.column.site',
  day: 'usage.column.day'
}

/** Returns the query of a margin report: the fields of the page's form that are filled in. */
export function marginReportQuery({ searchParams }: URL): URLSearchParams {
  const given = ['by', 'from', 'to'].flatMap(name => {
    const value = searchParams.get(name)?.trim() ?? ''
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(given)
}
