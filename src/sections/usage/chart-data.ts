import type { UsageSummary } from '#contract/usage.ts'
import type { ChartData } from '#ui/usage-buckets.ts'

const DAY = 86_400_000

/** Most series that a reader can tell apart. The smaller services share one. */
const SERIES = 8

/** Fewest days in a chart, so that a single day does not fill it. */
const FEWEST = 14

/** The content of a chart: credits, or runs where nothing was charged. */
type Drawn = ChartData & { unit: 'credits' | 'runs' }

/**
 * @param begins true where the user chose the first day; otherwise the chart starts at the first
 * run
 * @param other name of the shared series of small services
 */
export function usageChartData(
  { from, to, items, deducted_amount }: UsageSummary,
  begins: boolean,
  other: string
): Drawn {
  const unit = deducted_amount > 0 ? 'credits' : 'runs'
  const last = Date.parse(to)
  const earliest = begins ? from : (items[0]?.day ?? to)
  const first = Math.min(Date.parse(earliest), last - (FEWEST - 1) * DAY)
  const days = Math.round((last - first) / DAY) + 1
  const series = new Map<string, number[]>()
  const own = largest(items, unit)
  for (const item of items) {
    const title = own.has(item.service) ? item.title : other
    const values = series.get(title) ?? Array.from({ length: days }, () => 0)
    const day = Math.round((Date.parse(item.day) - first) / DAY)
    if (day >= 0 && day < days) values[day] = (values[day] ?? 0) + amountOf(item, unit)
    series.set(title, values)
  }
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0)
  const sorted = [...series]
    .map(([title, values]) => ({ title, values }))
    .toSorted((a, b) => sum(b.values) - sum(a.values))
  return { unit, first: new Date(first).toISOString().slice(0, 10), series: sorted }
}

/** A day with all its runs, for the table with the same numbers as the chart. */
type Day = { day: string; count: number; credits: number; items: UsageSummary['items'] }

/** Returns the days with runs, the last first. */
export function chartDays({ items }: Pick<UsageSummary, 'items'>): Day[] {
  const days = Map.groupBy(items, ({ day }) => day)
  return [...days]
    .map(([day, all]) => ({
      day,
      items: all.toSorted((a, b) => b.deducted_amount - a.deducted_amount || b.count - a.count),
      count: all.reduce((sum, { count }) => sum + count, 0),
      credits: all.reduce((sum, { deducted_amount }) => sum + deducted_amount, 0)
    }))
    .toReversed()
}

function amountOf(item: UsageSummary['items'][number], unit: Drawn['unit']): number {
  return unit === 'credits' ? item.deducted_amount : item.count
}

function largest(items: UsageSummary['items'], unit: Drawn['unit']): Set<string> {
  const sums = new Map<string, number>()
  for (const item of items)
    sums.set(item.service, (sums.get(item.service) ?? 0) + amountOf(item, unit))
  const names = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  return new Set(names.length > SERIES ? names.slice(0, SERIES - 1) : names)
}
