import uPlot from 'uplot'
import { formatCredits, isolateDirection } from '#core/format.ts'
import { formatDayRange, isoDay } from '#core/format-span.ts'
import { bucketsOf, daysPerBar, stackSeries } from '#ui/usage-buckets.ts'
import type { ChartBox } from '#ui/usage-buckets.ts'

/** Height of the chart in pixels, equal to the space reserved before it is drawn. */
const HEIGHT = 240

/** Widths in pixels of the numbers beside the chart, and of a day below it. */
const AXIS = 52
const LABEL = 84

/** Steps between the lines of a chart that counts runs: 1, 2, 5, 10, 20, … */
const WHOLE = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map(one => one * 10 ** power)
).flat()

/**
 * Draws stacked bars. Draws them again when the size, the theme or the choice in the legend
 * changes.
 */
export function plotUsage(chart: ChartBox): void {
  let plot: uPlot | null = null
  const draw = (): void => {
    plot?.destroy()
    plot = plotted(chart)
  }
  for (const button of chart.buttons) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
      draw()
    })
  }
  let width = 0
  new ResizeObserver(() => {
    if (chart.box.clientWidth === width) return
    width = chart.box.clientWidth
    draw()
  }).observe(chart.box)
  new MutationObserver(draw).observe(document.documentElement, {
    attributeFilter: ['data-theme', 'style', 'class']
  })
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', draw)
}

function plotted(chart: ChartBox): uPlot | null {
  const { box, data, buttons } = chart
  const width = box.clientWidth
  if (width === 0) return null
  const step = daysPerBar(data.series[0]?.values.length ?? 0, width - AXIS)
  const { times, sums } = bucketsOf(data, step)
  const shown = buttons.map(button => button.getAttribute('aria-pressed') === 'true')
  const heights = stackSeries(sums, shown)
  // The highest series is drawn first and the lower ones over it.
  const values: uPlot.AlignedData = [times, ...heights.toReversed()]
  const plot = new uPlot(optionsOf(chart, { width, step, sums, times }), values, box)
  box.dataset['drawn'] = String(times.length)
  return plot
}

type Bars = { width: number; step: number; sums: number[][]; times: number[] }

function optionsOf(chart: ChartBox, bars: Bars): uPlot.Options {
  const { box, buttons, locale, data } = chart
  const rtl = getComputedStyle(box).direction === 'rtl'
  const ink = (name: string): string => colour(box, `--${name}`)
  const font = `12px ${getComputedStyle(box).fontFamily}`
  const amount = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3, notation: 'compact' })
  const axis = {
    stroke: ink('muted'),
    font,
    ticks: { show: false },
    grid: { stroke: ink('line'), width: 1 }
  }
  const draw = uPlot.paths.bars?.({ size: [0.7, 40], align: 1, ...(rtl && { align: -1 as const }) })
  const stack = data.series.map((_, index) => ({
    fill: getComputedStyle(buttons[index]?.querySelector('[data-swatch]') ?? box).backgroundColor,
    stroke: 'transparent',
    width: 0,
    points: { show: false },
    ...(draw !== undefined && { paths: draw })
  }))
  return {
    width: bars.width,
    height: HEIGHT,
    tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: {
        time: true,
        dir: rtl ? -1 : 1,
        range: () => [bars.times[0] ?? 0, (bars.times.at(-1) ?? 0) + bars.step * 86_400]
      },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] }
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        splits: () => marksOf(bars),
        values: (_, marks) => marks.map(mark => isoDay(mark * 1000))
      },
      {
        ...axis,
        side: rtl ? 1 : 3,
        size: AXIS,
        space: 40,
        ...(bars.sums.flat().every(Number.isInteger) && { incrs: WHOLE }),
        values: (_, splits) => splits.map(value => amount.format(value))
      }
    ],
    series: [{}, ...stack.toReversed()],
    hooks: { setCursor: [({ cursor }) => tell(chart, bars, cursor.idx ?? null)] }
  }
}

/**
 * Returns the positions of the day labels: the middle of each bar, or of fewer bars so that labels
 * fit.
 * @returns unix seconds
 */
function marksOf({ width, times, step }: Bars): number[] {
  const every = Math.ceil((times.length * LABEL) / Math.max(1, width - AXIS))
  return times.filter((_, bar) => bar % every === 0).map(time => time + (step * 86_400) / 2)
}

/** Describes the bar under the pointer: its day or span of days, and the amount of each service. */
function tell(
  { line, locale, data, buttons }: ChartBox,
  { times, sums, step }: Bars,
  bar: number | null
): void {
  if (line === null) return
  const begin = bar === null ? undefined : times[bar]
  if (bar === null || begin === undefined) {
    line.textContent = line.dataset['chartLine'] ?? ''
    return
  }
  const when = formatDayRange(begin * 1000, (begin + (step - 1) * 86_400) * 1000, locale)
  const parts = data.series.flatMap(({ title }, index) => {
    const value = sums[index]?.[bar] ?? 0
    return value > 0 && buttons[index]?.getAttribute('aria-pressed') === 'true'
      ? [isolateDirection(`${title} ${formatCredits(value, locale)}`)]
      : []
  })
  line.textContent = [when, ...(parts.length > 0 ? parts : [formatCredits(0, locale)])].join(' · ')
}

/** Resolves a CSS token to a colour that a canvas accepts. */
function colour(box: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  box.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
