/** Data of the usage chart: the amounts of each series, one per day without gaps. */
export type ChartData = {
  /** The first day, `2026-11-01`. */
  first: string
  series: { title: string; values: number[] }[]
}

/** The possible numbers of days per bar. */
const STEPS = [1, 7, 30] as const

/** Smallest useful width of a bar, in pixels. */
const THINNEST = 5

const DAY_SECONDS = 86_400

/**
 * Returns how many days one bar covers, so that bars are wide enough to see.
 * @param width of the whole chart, in pixels
 */
export function daysPerBar(days: number, width: number): number {
  return STEPS.find(step => Math.ceil(days / step) * THINNEST <= width) ?? 30
}

/**
 * Sums the days into bars. The last bar ends with the last day.
 * @param step days per bar
 * @returns the unix second at which each bar begins, and the sums of each series
 */
export function bucketsOf(
  { first, series }: ChartData,
  step: number
): { times: number[]; sums: number[][] } {
  const days = series[0]?.values.length ?? 0
  const bars = Math.ceil(days / step)
  const lead = bars * step - days
  const begin = Date.parse(first) / 1000
  const times = Array.from({ length: bars }, (_, bar) => begin + (bar * step - lead) * DAY_SECONDS)
  const sums = series.map(({ values }) => {
    const sum = Array.from({ length: bars }, () => 0)
    values.forEach(
      (value, day) =>
        (sum[Math.floor((day + lead) / step)] = (sum[Math.floor((day + lead) / step)] ?? 0) + value)
    )
    return sum
  })
  return { times, sums }
}

/** Stacks each series on those before it. A hidden series adds nothing. */
export function stackSeries(sums: readonly number[][], shown: readonly boolean[]): number[][] {
  const height = (sums[0] ?? []).map(() => 0)
  return sums.map((values, index) =>
    values.map(
      (value, bar) => (height[bar] = (height[bar] ?? 0) + (shown[index] === false ? 0 : value))
    )
  )
}

/**
 * A chart in the page: its data, language, buttons, and the line that describes the bar under the
 * pointer.
 */
export type ChartBox = {
  box: HTMLElement
  data: ChartData
  locale: string
  line: HTMLElement | null
  buttons: HTMLButtonElement[]
}
