import type { HubRequest } from '#client/hub.ts'
import type { Insight } from '#contract/insight.ts'
import { formatNumber, isolateDirection } from '#core/format.ts'
import { formatPercent } from '#core/format-span.ts'
import type { DaySeries } from '#sections/operator/day-bars.ts'
import { costText } from '#sections/operator/text.ts'

/** A chart of the page of insights. */
type InsightChart = {
  title: string
  total: string
  stacked?: boolean
  series: DaySeries[]
  text: (value: number | null) => string
}

/** Returns the charts of the page: users, runs, failures, money and margin. */
export function insightCharts(
  { t, locale }: Pick<HubRequest, 't' | 'locale'>,
  { days, total }: Insight
): InsightChart[] {
  type Name = Exclude<keyof Insight['days'][number], 'day'>
  const line = (title: string, tone: DaySeries['tone'], name: Name, sum = ''): DaySeries => ({
    title: t(title),
    tone,
    total: sum,
    values: days.map(day => day[name])
  })
  const number = (value: number | null): string => formatNumber(value ?? 0, locale)
  const percent = (value: number | null): string =>
    isolateDirection(formatPercent(value ?? 0, locale))
  const money = (value: number | null): string =>
    value === null ? t('operator.margin.unknown') : isolateDirection(costText(value, locale))
  const ended = total.succeeded + total.failed + total.cancelled
  return [
    {
      title: t('operator.insight.active'),
      total: '',
      series: [line('operator.insight.active', 'main', 'active_people')],
      text: number
    },
    {
      title: t('operator.insight.new'),
      total: number(total.new_people),
      series: [line('operator.insight.new', 'main', 'new_people')],
      text: number
    },
    {
      title: t('usage.column.runs'),
      total: number(ended),
      stacked: true,
      series: [
        line('usage.state.succeeded', 'main', 'succeeded', number(total.succeeded)),
        line('usage.state.cancelled', 'quiet', 'cancelled', number(total.cancelled)),
        line('usage.state.failed', 'bad', 'failed', number(total.failed))
      ],
      text: number
    },
    {
      title: t('operator.insight.failed'),
      total: `${number(total.failed)} · ${percent(failedShare(total))}`,
      series: [{ title: t('usage.state.failed'), tone: 'bad', values: days.map(failedShare) }],
      text: percent
    },
    {
      title: t('operator.insight.money'),
      total: '',
      series: [
        line('operator.margin.revenue', 'main', 'revenue', money(total.revenue)),
        line('operator.margin.cost', 'quiet', 'cost', money(total.cost))
      ],
      text: money
    },
    {
      title: t('operator.margin.margin'),
      total: money(total.margin),
      series: [line('operator.margin.margin', 'main', 'margin')],
      text: money
    }
  ]
}

type Ended = Pick<Insight['total'], 'succeeded' | 'failed' | 'cancelled'>

/** Returns the share of failures in percent. Cancelled runs count neither way. */
function failedShare({ succeeded, failed }: Ended): number {
  return failed === 0 ? 0 : (100 * failed) / (succeeded + failed)
}
