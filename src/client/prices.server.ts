import type { HubRequest } from '#client/hub.ts'
import { kept } from '#client/kept.server.ts'
import { askPlatform } from '#client/page.server.ts'
import type { Rate } from '#contract/exchange.ts'
import { BASE_CURRENCY, priceText, type Currency } from '#core/currency.ts'
import { toCents } from '#core/money.ts'

/** How a page shows prices to its reader. */
export type Prices = {
  currency: Currency
  /** The day of the rate, `2026-11-21`; null where dollars are shown. */
  date: string | null
  /** A price in US dollars as its reader sees it. */
  show(dollars: number): string
  /** The same in dollars: what is really asked for. */
  exact(dollars: number): string
}

/** Prices in the reader's currency; in dollars where its rate cannot be had. */
export async function pricesOf(hub: HubRequest): Promise<Prices> {
  const { currency, locale } = hub
  const known = currency === BASE_CURRENCY ? null : await rateOf(hub, currency)
  const exact = (dollars: number): string => priceText(toCents(dollars), 1, BASE_CURRENCY, locale)
  const show = (dollars: number): string => (known === null ? exact(dollars) : priceText(toCents(dollars), known.rate, currency, locale))
  return { currency: known === null ? BASE_CURRENCY : currency, date: known?.date ?? null, show, exact }
}

/** Rates change once a day. */
const keep = kept<Rate>(60)

function rateOf(hub: HubRequest, target: Currency): Promise<Rate | null> {
  return keep(`${hub.hosts.platform} ${target}`, async () => {
    const body = JSON.stringify({ source: BASE_CURRENCY, target })
    const answer = await askPlatform(hub, 'exchange-rate', { method: 'POST', body }).catch(() => null)
    return answer?.ok ? ((await answer.json()) as Rate) : null
  })
}
