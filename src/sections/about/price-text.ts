import { toolPrices } from '#islands/tool-prices.ts'
import { formatCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import { readForm } from '#core/form.ts'
import { quoteOf } from '#core/price.ts'
import { priceRange } from '#core/price-range.ts'
import type { Action, Service } from '#core/service.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'

type Words = { t: Translate; locale: Locale }

/** Returns the price of a run with the form's initial settings: `0.12 credits`. */
export function defaultPriceText({ t, locale }: Words, service: Service, verb: string): string {
  return toolPrices({ service, hub: { locale }, t }).priceOf(verb, {})
}

/**
 * Returns the price range over all settings: `0.02–1.4 credits, depending on your settings.` Empty
 * where every setting costs the same, and where the price depends on a length or size.
 */
export function priceRangeText({ t, locale }: Words, service: Service, action: Action): string {
  const { least, most } = priceRange(action)
  const isMeasured = quoteOf(action.price, readForm(action, {}).values).unit !== undefined
  if (least === most || isMeasured) return ''
  const { creditsOf } = toolPrices({ service, hub: { locale }, t })
  return t('service.facts.range', {
    least: formatCredits(microToCredits(least), locale),
    most: creditsOf(microToCredits(most))
  })
}
