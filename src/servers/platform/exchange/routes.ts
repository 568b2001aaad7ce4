import { exchangeRateRequest, exchangeRateSchema } from '#contract/exchange.ts'
import { Problem } from '#core/problem.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'

const rateRoute = platformRoute({
  method: 'post',
  path: '/api/v1/exchange-rate',
  summary: 'Get an exchange rate',
  who: 'anyone',
  limit: 'read',
  body: exchangeRateRequest,
  answer: exchangeRateSchema,
  example: { source: 'usd', target: 'eur' },
  handle: async ({ context, input: { body } }) => {
    const found = await context.rates.rate(body.source, body.target)
    if (!('unknown' in found)) return found
    const field = found.unknown
    throw new Problem('bad_request', {
      detail: `no exchange rate for "${body[field]}"`,
      issues: [{ field, code: 'not_allowed' }]
    })
  }
})

/** Routes for exchange rates, which show prices in the reader's currency. */
export const exchangeRoutes: readonly AnyRoute[] = [rateRoute]
