/** The values of one series, one per day; null where a value is unknown. */
export type DaySeries = {
  title: string
  tone: 'main' | 'quiet' | 'bad'
  /** The sum of the days in words, for the legend of several series. */
  total?: string
  values: readonly (number | null)[]
}

/** A rectangle of a chart. The chart is 100 high, and {@link SLOT} wide for each day. */
type DayBar = {
  tone: DaySeries['tone']
  x: number
  y: number
  width: number
  height: number
}

/** The bars of each day, the highest and lowest value of the scale, and the height of its zero. */
export type DayBars = { days: DayBar[][]; top: number; bottom: number; zero: number }

/** Width of a day, and of the empty space beside its bars. */
export const SLOT = 12
const GAP = 3

/**
 * Lays out the bars of a chart.
 * @param stacked puts the series of a day onto each other; otherwise they are side by side
 * @param mirrored puts the first day to the right, for languages that are read from there
 */
export function layDayBars(
  series: readonly DaySeries[],
  { stacked, mirrored }: { stacked: boolean; mirrored: boolean }
): DayBars {
  const count = series[0]?.values.length ?? 0
  const at = (each: DaySeries, day: number): number => each.values[day] ?? 0
  const days = Array.from({ length: count }, (_, day) => day)
  const all = stacked
    ? days.map(day => series.reduce((sum, each) => sum + at(each, day), 0))
    : series.flatMap(each => days.map(day => at(each, day)))
  const top = roundUp(Math.max(0, ...all))
  const bottom = -roundUp(Math.max(0, ...all.map(value => -value)))
  const unit = 100 / (top - bottom || 1)
  const zero = top - bottom === 0 ? 100 : top * unit
  const width = stacked ? SLOT - GAP : (SLOT - GAP) / series.length
  const barsOf = (day: number): DayBar[] => {
    const begin = (mirrored ? count - 1 - day : day) * SLOT + GAP / 2
    let base = zero
    return series.flatMap((each, index) => {
      const height = Math.abs(at(each, day)) * unit
      if (height === 0) return []
      const place = mirrored ? series.length - 1 - index : index
      const x = stacked ? begin : begin + place * width
      const y = at(each, day) > 0 ? (stacked ? base : zero) - height : zero
      if (stacked) base = y
      return [{ tone: each.tone, x, y, width, height }]
    })
  }
  return { days: days.map(barsOf), top, bottom, zero }
}

/** The first digits of the ends of a scale. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** Returns the next round number that is not smaller; 0 for 0. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  // The quotient may be a little above a step by a rounding error.
  const step = STEPS.find(each => value / power <= each + 1e-9) ?? 10
  return step * power
}
