/** What the chart of usages draws: amounts of each series, day by day without a gap. */
export type ChartData = {
  /** The first day, `2026-11-01`. */
  first: string
  series: { title: string; values: number[] }[]
}

/** Days that one bar may stand for. */
const STEPS = [1, 7, 30] as const

/** Thinner bars than this are no bars, in pixels. */
const THINNEST = 5

const DAY_SECONDS = 86_400

/** How many days one bar stands for, so that it can be seen. @param width of the whole chart, in pixels */
export function daysABar(days: number, width: number): number {
  return STEPS.find(step => Math.ceil(days / step) * THINNEST <= width) ?? 30
}

/** Bars of so many days each, the last of them ending with the last day. @returns unix seconds at which each begins, and each series' sums */
export function bucketsOf({ first, series }: ChartData, step: number): { times: number[]; sums: number[][] } {
  const days = series[0]?.values.length ?? 0
  const bars = Math.ceil(days / step)
  const lead = bars * step - days
  const begin = Date.parse(first) / 1000
  const times = Array.from({ length: bars }, (_, bar) => begin + (bar * step - lead) * DAY_SECONDS)
  const sums = series.map(({ values }) => {
    const sum = Array.from({ length: bars }, () => 0)
    values.forEach((value, day) => (sum[Math.floor((day + lead) / step)] = (sum[Math.floor((day + lead) / step)] ?? 0) + value))
    return sum
  })
  return { times, sums }
}

/** Each series on top of those before it; one that is switched off adds nothing. */
export function stacked(sums: readonly number[][], shown: readonly boolean[]): number[][] {
  const height = (sums[0] ?? []).map(() => 0)
  return sums.map((values, index) => values.map((value, bar) => (height[bar] = (height[bar] ?? 0) + (shown[index] === false ? 0 : value))))
}

/** A chart as its page wrote it: data, language, and the words for what a pointer stands on. */
export type ChartBox = { box: HTMLElement; data: ChartData; locale: string; line: HTMLElement | null; buttons: HTMLButtonElement[] }
