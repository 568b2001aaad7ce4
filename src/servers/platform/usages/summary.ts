import { sql } from 'kysely'
import { SUMMARY_DAYS, type UsageQuery, type UsageSummary } from '#contract/usage.ts'
import { microToCredits } from '#core/money.ts'
import { readKeptRows } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { briefTitle, readServiceBriefs } from '#servers/platform/services/brief.ts'
import {
  DAY_MILLIS,
  dayOf,
  dayText,
  filterOf,
  selectUserRuns,
  queryFieldProblem,
  type UsageFilter
} from '#servers/platform/usages/filter.ts'
import type { UsageReader } from '#servers/platform/usages/usages.ts'

const MINUTE = 60_000

/** Days with runs that may still end. The sums of earlier days hardly ever change. */
const RECENT_DAYS = 2

/**
 * Sums a user's runs by day and service. Without a first day, it covers the last
 * {@link SUMMARY_DAYS} days.
 * @param now unix milliseconds
 * @throws Problem `bad_request` naming the field, for more days than that
 */
export async function summarizeUsages(
  db: Queries,
  { userId, locale }: UsageReader,
  query: UsageQuery,
  now: number
): Promise<UsageSummary> {
  const { utc_offset } = query
  const filter = filterOf(query)
  const { first, last } = daysOf(filter, utc_offset, now)
  // A start time within a day stays exact.
  const begin = Math.max(filter.from ?? 0, first * DAY_MILLIS - utc_offset * MINUTE)
  const recent = (dayOf(now, utc_offset) - RECENT_DAYS + 1) * DAY_MILLIS - utc_offset * MINUTE
  const sumsOf = (span: Pick<UsageFilter, 'from' | 'before'>) =>
    sumsByDay(selectUserRuns(db, userId, { ...filter, ...span }), utc_offset).compile()
  const before = Math.min(filter.before ?? Infinity, recent)
  const rows = [
    ...(begin < before
      ? await readKeptRows(db, sumsOf({ from: begin, before }), sums => totalOf(sums, 'count'))
      : []),
    ...(await db.executeQuery(sumsOf({ from: Math.max(begin, recent) }))).rows
  ]
  const brief = await readServiceBriefs(db, locale)
  const items = rows.map(row => ({
    day: dayText(Number(row.day)),
    service: row.service,
    title: briefTitle(row.service, brief(row.service), locale),
    count: Number(row.count),
    deducted_amount: microToCredits(Number(row.charged))
  }))
  return {
    from: dayText(first),
    to: dayText(last),
    utc_offset,
    items,
    count: totalOf(rows, 'count'),
    deducted_amount: microToCredits(totalOf(rows, 'charged'))
  }
}

function sumsByDay(runs: ReturnType<typeof selectUserRuns>, offset: number) {
  return runs
    .select(({ fn }) => [
      'run.service as service',
      fn.countAll<number>().as('count'),
      fn.sum<number>('run.charged').as('charged')
    ])
    .select(sql<number>`${dayIn(offset)}`.as('day'))
    .groupBy([sql`${dayIn(offset)}`, 'run.service'])
    .orderBy('day')
    .orderBy('service')
}

/** Adds up a column, which PostgreSQL returns as text. */
function totalOf<Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  name: Name
): number {
  return rows.reduce((sum, row) => sum + Number(row[name]), 0)
}

/** Returns the first and last day of the summary, both included. No run is later than today. */
function daysOf(
  { from, before }: { from?: number | undefined; before?: number | undefined },
  offset: number,
  now: number
) {
  const today = dayOf(now, offset)
  const begin = from === undefined ? null : dayOf(from, offset)
  const latest = Math.max(today, begin ?? today)
  const last = before === undefined ? latest : Math.min(latest, dayOf(before - 1, offset))
  const first = begin ?? last - SUMMARY_DAYS + 1
  if (last - first >= SUMMARY_DAYS) throw queryFieldProblem('created_at_min', 'too_small')
  return { first, last }
}

/**
 * Builds the expression for the day of a run, in days since 1970, on a clock that is ahead of UTC
 * by `offset` minutes. The numbers are literals, since both databases require the same expression
 * in GROUP BY.
 */
function dayIn(offset: number) {
  return sql`(run.created_at + ${sql.lit(offset * MINUTE)}) / ${sql.lit(DAY_MILLIS)}`
}
