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

type Words = Pick<HubRequest, 't' | 'locale'>

/** Returns the charts of the page: users, runs, failures, money and margin. */
export function insightCharts(words: Words, insight: Insight): InsightChart[] {
  return [
    ...peopleCharts(words, insight),
    ...runCharts(words, insight),
    ...moneyCharts(words, insight)
  ]
}

function peopleCharts({ t, locale }: Words, { days, total }: Insight): InsightChart[] {
  const [active, fresh] = [t('operator.insight.active'), t('operator.insight.new')]
  const text = numberText(locale)
  return [
    { title: active, total: '', series: [line(days, active, 'main', 'active_people')], text },
    {
      title: fresh,
      total: text(total.new_people),
      series: [line(days, fresh, 'main', 'new_people')],
      text
    }
  ]
}

function runCharts({ t, locale }: Words, { days, total }: Insight): InsightChart[] {
  const text = numberText(locale)
  const state = (name: 'succeeded' | 'failed' | 'cancelled', tone: DaySeries['tone']): DaySeries =>
    line(days, t(`usage.state.${name}`), tone, name, text(total[name]))
  const percent = (value: number | null): string =>
    isolateDirection(formatPercent(value ?? 0, locale))
  return [
    {
      title: t('usage.column.runs'),
      total: text(total.succeeded + total.failed + total.cancelled),
      stacked: true,
      series: [state('succeeded', 'main'), state('cancelled', 'quiet'), state('failed', 'bad')],
      text
    },
    {
      title: t('operator.insight.failed'),
      total: percent(failedShare(total)),
      series: [{ title: t('usage.state.failed'), tone: 'bad', values: days.map(failedShare) }],
      text: percent
    }
  ]
}

function moneyCharts({ t, locale }: Words, { days, total }: Insight): InsightChart[] {
  const text = (value: number | null): string =>
    value === null ? t('operator.margin.unknown') : isolateDirection(costText(value, locale))
  const sums = (name: 'revenue' | 'cost' | 'margin', tone: DaySeries['tone']): DaySeries =>
    line(days, t(`operator.margin.${name}`), tone, name, text(total[name]))
  return [
    {
      title: t('operator.insight.money'),
      total: '',
      series: [sums('revenue', 'main'), sums('cost', 'quiet')],
      text
    },
    {
      title: t('operator.margin.margin'),
      total: text(total.margin),
      series: [sums('margin', 'main')],
      text
    }
  ]
}

/** @param total the sum of the days in words; empty if they have none */
function line(
  days: Insight['days'],
  title: string,
  tone: DaySeries['tone'],
  name: Exclude<keyof Insight['days'][number], 'day'>,
  total = ''
): DaySeries {
  return { title, tone, total, values: days.map(day => day[name]) }
}

function numberText(locale: string): (value: number | null) => string {
  return value => formatNumber(value ?? 0, locale)
}

type Ended = Pick<Insight['total'], 'succeeded' | 'failed'>

/** Returns the share of failures in percent. Cancelled runs count neither way. */
function failedShare({ succeeded, failed }: Ended): number {
  return failed === 0 ? 0 : (100 * failed) / (succeeded + failed)
}
