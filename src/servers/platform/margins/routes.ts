import { marginQuery, marginSchema, type Margin } from '#contract/margin.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readMarginReport } from '#servers/platform/margins/report.ts'

const MARGINS = '/api/v1/operation/margins'

const marginsRoute = platformRoute({
  method: 'get',
  path: MARGINS,
  summary: 'Get revenue and cost of runs by service, model, site or day (operators)',
  who: 'operator',
  query: marginQuery,
  answer: marginSchema,
  handle: ({ context, input: { query } }) => readMarginReport(context, query)
})

const exportMarginsRoute = platformRoute({
  method: 'get',
  path: `${MARGINS}/export`,
  summary: 'Export revenue and cost of runs as CSV (operators)',
  who: 'operator',
  query: marginQuery,
  answer: 'text/csv',
  async handle({ context, input: { query } }) {
    const report = await readMarginReport(context, query)
    const name = `margin-${report.by}-${report.from}-${report.to}.csv`
    return new Response(marginCsv(report), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}"`
      }
    })
  }
})

/** Formats a report as CSV. An empty cell means that the value is unknown. */
function marginCsv({ by, items }: Margin): string {
  const head = [
    by,
    ...(by === 'model' ? ['service'] : []),
    'runs',
    'runs_of_unknown_cost',
    'credits',
    'revenue_usd',
    'cost_usd',
    'margin_usd'
  ]
  const lines = items.map(({ key, service, ...sums }) => [
    key,
    ...(by === 'model' ? [service] : []),
    sums.count,
    sums.unknown,
    sums.credits,
    sums.revenue,
    sums.cost,
    sums.margin
  ])
  return BYTE_ORDER_MARK + [head, ...lines].map(csvLine).join('')
}

/** Routes for what runs earned and cost. */
export const marginRoutes: readonly AnyRoute[] = [marginsRoute, exportMarginsRoute]
