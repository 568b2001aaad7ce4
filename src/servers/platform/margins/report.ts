import { setImmediate } from 'node:timers/promises'
import { MARGIN_DAYS, type Margin, type MarginQuery, type MarginSums } from '#contract/margin.ts'
import { microToCredits } from '#core/money.ts'
import { microToDollars } from '#core/vendor-cost.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import {
  readCreditValue,
  creditsWorth,
  type CreditValue
} from '#servers/platform/margins/credit-value.ts'
import { DAY_MILLIS, dayOf, dayText, queryFieldProblem } from '#servers/platform/usages/filter.ts'

/** Days in a report unless the query says otherwise. */
const USUAL_DAYS = 30

/**
 * Sums over runs, in micro-credits and micro-US-dollars. `unknown` counts the runs of unknown cost;
 * `known` is what was charged for all others.
 */
type Sums = { count: number; unknown: number; charged: number; known: number; cost: number }

/** The sums of one day, service, model and site. */
type Row = Sums & { day: number; service: string; model: string | null; origin: string }

/**
 * Compares what runs earned with their cost at the vendors. It counts all ended runs of real
 * credits, by the day on which they ended.
 * @throws Problem `bad_request` naming the field, for a range that is too long or ends early
 */
export async function readMarginReport(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { by, from, to }: MarginQuery
): Promise<Margin> {
  const today = dayOf(clock.now(), 0)
  const last = to === undefined ? today : dayOf(Date.parse(to), 0)
  const first = from === undefined ? last - USUAL_DAYS + 1 : dayOf(Date.parse(from), 0)
  if (last < first) throw queryFieldProblem('to', 'too_small')
  if (last - first >= MARGIN_DAYS) throw queryFieldProblem('from', 'too_small')
  const value = await readCreditValue(database.db)
  const rows: Row[] = []
  for (let day = first; day <= last; day++) {
    rows.push(...(await rowsOf(database.db, day)))
    // SQLite answers without yielding to the event loop, so other requests get their turn between
    // two reads.
    await setImmediate()
  }
  const groups = Map.groupBy(rows, row => `${keyOf(row, by)}\n${by === 'model' ? row.service : ''}`)
  const items = [...groups.values()].flatMap(group => {
    const [row] = group
    if (row === undefined) return []
    const service = by === 'service' || by === 'model' ? row.service : ''
    return [{ key: keyOf(row, by), service, ...toSums(group, value) }]
  })
  const order = (a: (typeof items)[number], b: (typeof items)[number]): number =>
    by === 'day' ? (a.key < b.key ? 1 : -1) : b.credits - a.credits || (a.key < b.key ? -1 : 1)
  return {
    by,
    from: dayText(first),
    to: dayText(last),
    credit: value && { dollars: microToDollars(value.micro), from: value.from },
    items: items.toSorted(order),
    total: toSums(rows, value)
  }
}

/** Sums the runs that ended on a day. Sandbox credits are no money, so their runs do not count. */
async function rowsOf(db: Queries, day: number): Promise<Row[]> {
  const rows = await db
    .selectFrom('run')
    .select(['service', 'model', 'origin'])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('charged').as('charged'),
      fn.sum<number>('cost').as('cost'),
      fn.sum<number>(eb.case().when('cost', 'is', null).then(1).else(0).end()).as('unknown'),
      fn
        .sum<number>(eb.case().when('cost', 'is', null).then(0).else(eb.ref('charged')).end())
        .as('known')
    ])
    .where('finished_at', '>=', day * DAY_MILLIS)
    .where('finished_at', '<', (day + 1) * DAY_MILLIS)
    .where('fund', '=', 'real')
    .groupBy(['service', 'model', 'origin'])
    .execute()
  return rows.map(({ service, model, origin, ...sums }) => ({
    day,
    service,
    model,
    origin,
    count: Number(sums.count),
    unknown: Number(sums.unknown),
    charged: Number(sums.charged),
    known: Number(sums.known),
    cost: Number(sums.cost ?? 0)
  }))
}

function keyOf({ day, service, model, origin }: Row, by: MarginQuery['by']): string {
  return { service, model: model ?? '', site: origin, day: dayText(day) }[by]
}

function toSums(rows: readonly Sums[], value: CreditValue | null): MarginSums {
  const sum = (name: keyof Sums): number => rows.reduce((all, row) => all + row[name], 0)
  const [count, unknown, cost] = [sum('count'), sum('unknown'), sum('cost')]
  const isKnown = unknown < count || count === 0
  return {
    count,
    unknown,
    credits: microToCredits(sum('charged')),
    revenue: value && microToDollars(creditsWorth(value, sum('charged'))),
    cost: isKnown ? microToDollars(cost) : null,
    margin: value && isKnown ? microToDollars(creditsWorth(value, sum('known')) - cost) : null
  }
}
