import type { AstroGlobal } from 'astro'
import { usageRequestParams } from '#client/usage-filters.ts'
import type { Application } from '#contract/application.ts'
import type { Usage, UsageSummary } from '#contract/usage.ts'
import { localizePath } from '#i18n/locale.ts'
import { planName } from '#sections/shared/plan-text.ts'
import { tryReadPlatform, type PlatformResult } from '#client/find.server.ts'
import { loadTable, type LoadedTable } from '#sections/tables/load.server.ts'
import {
  type UsageFilters,
  usageFilters,
  isDateRangeTooLong,
  usagePageQuery
} from '#sections/usage/filters.ts'
import { loadModelLabels } from '#sections/usage/model-labels.server.ts'
import { callChoices } from '#sections/usage/usage-text.ts'
import { usagesTable, type UsageFacts } from '#ui/tables/usages.tsx'

type Hub = AstroGlobal['locals']['hub']

/**
 * Everything that the page of usages shows. Each part that could not be loaded is a problem of its
 * own.
 */
type UsagesView = UsageFilters & {
  list: LoadedTable<Usage>
  summary: PlatformResult<UsageSummary>
  /** True where the summary covers fewer days than requested, or where older runs may exist. */
  cut: boolean
}

/**
 * Loads everything that the page of usages shows.
 * @param now unix milliseconds
 */
export async function loadUsages(
  astro: Pick<AstroGlobal, 'locals' | 'cookies'>,
  now: number
): Promise<UsagesView> {
  const { hub } = astro.locals
  const plans = await tryReadPlatform<{ items: Application[] }>(
    hub,
    'applications?limit=1000&ordering=-created_at'
  )
  const { chosen, unknown } = usageFilters(hub.url, plans.value?.items ?? null)
  const tooLong = isDateRangeTooLong(chosen, now)
  const { created_at_min: _, ...latest } = usageRequestParams(chosen)
  const filters = Object.fromEntries(new URLSearchParams(usagePageQuery(chosen)))
  // The list is loaded before the summary. Otherwise a run in between would look as if the summary
  // had left it out.
  const list = await loadTable(astro, usagesTable, {
    path: '/console/usages',
    filters,
    facts: factsOf(hub, plans.value?.items ?? [], await loadModelLabels(hub)),
    file: localizePath('/console/usages/export', hub.locale)
  })
  const summary = await tryReadPlatform<UsageSummary>(
    hub,
    `usage/summary?${new URLSearchParams(tooLong ? latest : usageRequestParams(chosen))}`
  )
  const cut = tooLong || (list.props?.count ?? 0) > (summary.value?.count ?? Infinity)
  return { chosen, unknown, list, summary, cut }
}

/** Returns the data for the list's cells and filters that only the server has. */
function factsOf(
  hub: Hub,
  plans: readonly Application[],
  models: UsageFacts['models']
): UsageFacts {
  const calls = callChoices(hub).map(({ title, items: [whole, ...rest] }) => {
    const value = whole?.value ?? ''
    if (rest.length === 0) return { value, title }
    const items = rest.map(call => ({ ...call, title: `${title} · ${call.title}` }))
    return {
      value,
      title,
      items: [{ value, title: hub.t('usage.filter.whole', { service: title }) }, ...items]
    }
  })
  return {
    titles: Object.fromEntries(
      callChoices(hub).flatMap(({ items }) =>
        items.slice(1).map(({ value, title }) => [value, title])
      )
    ),
    calls,
    models,
    plans: plans.map(plan => ({
      value: plan.id,
      title: `${planName(hub, plan)} · ${plan.id.slice(0, 8)}`,
      credentials: plan.credentials.map(({ id, name, host }) => ({
        value: id,
        title: host || name
      }))
    }))
  }
}
