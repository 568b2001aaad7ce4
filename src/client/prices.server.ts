import type { HubRequest } from '#client/hub.ts'
import { createTimedCache } from '#client/kept.server.ts'
import { fetchPlatform } from '#client/page.server.ts'
import { createPriceFormatter, type PriceRate, type PriceFormatter } from '#client/prices.ts'
import type { ExchangeRate } from '#contract/exchange.ts'
import { BASE_CURRENCY, type Currency } from '#core/currency.ts'

/** Returns prices in the reader's currency; in dollars if its rate is not available. */
export async function loadPriceFormatter(hub: HubRequest): Promise<PriceFormatter> {
  return createPriceFormatter(await loadPriceRate(hub), hub.locale)
}

/** Returns the rate of the reader's currency; null for dollars, or if the rate is not available. */
export async function loadPriceRate(hub: HubRequest): Promise<PriceRate> {
  const { currency } = hub
  const known = currency === BASE_CURRENCY ? null : await rateOf(hub, currency)
  return known === null ? null : { currency, rate: known.rate, date: known.date }
}

/** Cached for 60 seconds, since rates change only once a day. */
const keep = createTimedCache<ExchangeRate>(60)

function rateOf(hub: HubRequest, target: Currency): Promise<ExchangeRate | null> {
  return keep(`${hub.hosts.platform} ${target}`, async () => {
    const body = JSON.stringify({ source: BASE_CURRENCY, target })
    const answer = await fetchPlatform(hub, 'exchange-rate', { method: 'POST', body }).catch(
      () => null
    )
    return answer?.ok ? ((await answer.json()) as ExchangeRate) : null
  })
}
