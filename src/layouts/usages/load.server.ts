import type { HubRequest } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import type { Usage, UsageSummary } from '#contract/usage.ts'
import { find, type Found } from '#layouts/console/find.server.ts'
import { filtersIn, isTooLong, platformQuery, type Filters } from '#layouts/usages/filters.ts'

/** Receipts on one page of the list. */
export const SIZE = 15

/** What the page of usages shows; what could not be had is a problem of its own. */
export type UsagesView = Filters & {
  applications: readonly Application[]
  list: Found<{ items: Usage[]; count: number }>
  summary: Found<UsageSummary>
  /** Are these more days than the summary tells of, or may runs be older than those? */
  cut: boolean
}

/** All that the page of usages shows. @param page of the list, from 1 @param now unix milliseconds */
export async function loadUsages(hub: HubRequest, page: number, now: number): Promise<UsagesView> {
  const plans = await find<{ items: Application[] }>(hub, 'applications?limit=1000&ordering=-created_at')
  const { chosen, unknown } = filtersIn(hub.url, plans.value?.items ?? null)
  const asked = platformQuery(chosen)
  const tooLong = isTooLong(chosen, now)
  const { created_at_min: _, ...latest } = asked
  const paged = new URLSearchParams({ ...asked, limit: String(SIZE), offset: String((page - 1) * SIZE) })
  // One after the other: a run of the meantime must not look as if the summary left one out.
  const list = await find<{ items: Usage[]; count: number }>(hub, `usage/apis?${paged}`)
  const summary = await find<UsageSummary>(hub, `usage/summary?${new URLSearchParams(tooLong ? latest : asked)}`)
  const cut = tooLong || (list.value?.count ?? 0) > (summary.value?.count ?? Infinity)
  return { chosen, unknown, applications: plans.value?.items ?? [], list, summary, cut }
}
