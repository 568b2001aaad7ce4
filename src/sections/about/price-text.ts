import { formatCredits } from '#core/format.ts'
import { toCredits } from '#core/money.ts'
import { priceRange } from '#core/price-range.ts'
import type { Action, Service } from '#core/service.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { pricesOf } from '#islands/tool-prices.ts'

type Words = { t: Translate; locale: Locale }

/** What a run costs with the settings that its form begins with: `0.12 credits`. */
export function usualPrice({ t, locale }: Words, service: Service, verb: string): string {
  return pricesOf({ service, hub: { locale }, t }).priceOf(verb, {})
}

/** Between what it costs with others: `Depending on the settings: 0.02–1.4 credits.` Empty where all cost the same. */
export function rangeText({ t, locale }: Words, service: Service, action: Action): string {
  const { least, most } = priceRange(action)
  if (least === most) return ''
  const { creditsOf } = pricesOf({ service, hub: { locale }, t })
  return t('service.facts.range', { least: formatCredits(toCredits(least), locale, 4), most: creditsOf(toCredits(most)) })
}
