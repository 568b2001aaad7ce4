import { setImmediate } from 'node:timers/promises'
import type { Insight, InsightQuery } from '#contract/insight.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readMarginReport } from '#servers/platform/margins/report.ts'
import { DAY_MILLIS, dayOf, dayText } from '#servers/platform/usages/filter.ts'

type Day = Insight['days'][number]
type Counts = Pick<Day, 'new_people' | 'active_people' | 'succeeded' | 'failed' | 'cancelled'>

/** The counts of a day that are summed for the span. A user can be active on several days. */
const SUMMED = ['new_people', 'succeeded', 'failed', 'cancelled'] as const

/**
 * Reports users, runs and money by day. Each day is a few queries on indexes that contain all that
 * they read, so other requests get their turn in between.
 */
export async function readInsight(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { days: span }: InsightQuery
): Promise<Insight> {
  const last = dayOf(clock.now(), 0)
  const [from, to] = [dayText(last - span + 1), dayText(last)]
  const money = await readMarginReport({ database, clock }, { by: 'day', from, to })
  const byDay = new Map(money.items.map(item => [item.key, item]))
  // A day without runs earned and cost nothing, unless the value of a credit is unknown.
  const none = { revenue: money.credit && 0, cost: 0, margin: money.credit && 0 }
  const days: Day[] = []
  for (let day = last - span + 1; day <= last; day++) {
    const { revenue, cost, margin } = byDay.get(dayText(day)) ?? none
    days.push({
      day: dayText(day),
      ...(await countDay(database.db, day)),
      revenue,
      cost,
      margin
    })
    await setImmediate()
  }
  const { revenue, cost, margin } = money.total
  const counted = SUMMED.map(name => [name, days.reduce((sum, each) => sum + each[name], 0)])
  const total = Object.fromEntries(counted) as Pick<Day, (typeof SUMMED)[number]>
  return { from, to, days, total: { ...total, revenue, cost, margin } }
}

/** @param day days since 1970 */
async function countDay(db: Queries, day: number): Promise<Counts> {
  const [begin, end] = [day * DAY_MILLIS, (day + 1) * DAY_MILLIS]
  const ended = endedRuns(db, begin, end)
  const states = await ended
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const active = await ended
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
    .executeTakeFirst()
  const joined = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', new Date(begin))
    .where('createdAt', '<', new Date(end))
    .executeTakeFirst()
  const of = (state: string): number =>
    Number(states.find(each => each.state === state)?.count ?? 0)
  return {
    new_people: Number(joined?.count ?? 0),
    active_people: Number(active?.count ?? 0),
    succeeded: of('succeeded'),
    failed: of('failed'),
    cancelled: of('cancelled')
  }
}

/**
 * Selects the runs that ended in a span of time.
 * @param begin unix milliseconds
 * @param end unix milliseconds, exclusive
 */
export function endedRuns(db: Queries, begin: number, end: number) {
  return db.selectFrom('run').where('finished_at', '>=', begin).where('finished_at', '<', end)
}
