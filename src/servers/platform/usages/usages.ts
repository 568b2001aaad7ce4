import type { Usage } from '#contract/usage.ts'
import { Problem } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'
import { briefTitle, readServiceBriefs } from '#servers/platform/services/brief.ts'
import { selectUserRuns, type UsageFilter } from '#servers/platform/usages/filter.ts'
import { selectReceipts, toUsage } from '#servers/platform/usages/receipt.ts'

/** The user who reads their receipts, and their language. */
export type UsageReader = { userId: string; locale: Locale }
type Page = { limit: number; offset: number; ordering?: string | undefined }

const COLUMNS = ['created_at', 'deducted_amount'] as const

/** Lists a user's receipts, newest first unless `ordering` says otherwise. */
export async function listUsages(
  db: Queries,
  { userId, locale }: UsageReader,
  filter: UsageFilter,
  page: Page
): Promise<{ items: Usage[]; count: number }> {
  const runs = selectUserRuns(db, userId, filter)
  const count = await countMatches(db, runs)
  // Most pages ask for runs in progress, and there are none.
  if (count === 0) return { items: [], count }
  const { column, direction } = parseOrdering(page.ordering, COLUMNS, {
    column: 'created_at',
    direction: 'desc'
  })
  const by = column === 'created_at' ? 'run.created_at' : 'run.charged'
  // Select the ids of the page first. A run can be large, so only the page's rows are sorted whole.
  const chosen = runs
    .select('run.id')
    .orderBy(by, direction)
    .orderBy('run.id')
    .limit(page.limit)
    .offset(page.offset)
  const rows = await selectReceipts(db)
    .where('run.id', 'in', chosen)
    .orderBy(by, direction)
    .orderBy('run.id')
    .execute()
  const brief = await readServiceBriefs(db, locale)
  const items = rows.map(row => {
    const service = brief(row.service)
    return toUsage(row, service, briefTitle(row.service, service, locale))
  })
  return { items, count }
}

/**
 * Reads one receipt of a user.
 * @throws Problem `not_found`
 */
export async function getUsage(db: Queries, reader: UsageReader, id: string): Promise<Usage> {
  const { items } = await listUsages(db, reader, { id }, { limit: 1, offset: 0 })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: `no usage ${id}` })
  return found
}
