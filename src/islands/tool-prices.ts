import type { HubInfo } from '#client/hub.ts'
import type { FieldValues } from '#core/condition.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import type { Quote } from '#core/price.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { quoteRun } from '#stores/run-quotes.ts'

type Options = { service: Service; hub: Pick<HubInfo, 'locale'>; t: Translate }

type Prices = {
  /** @param measured lengths and sizes of files, by factors of the price (`core/measure.ts`) */
  priceOf(verb: string, values: FieldValues, measured?: FieldValues): string
  /**
   * The number of credits alone, for example `0.12`; the whole text where the price has a unit,
   * such as credits per megapixel.
   */
  shortOf(verb: string, values: FieldValues): string
  creditsOf(credits: number): string
}

/**
 * Returns functions that format the prices of a service's runs. They calculate with the same
 * function that the server charges with, and prices are the same on every site.
 */
export function toolPrices({ service, hub, t }: Options): Prices {
  const shorten = (credits: number): string => formatCredits(credits, hub.locale)
  const creditsOf = (credits: number): string =>
    Number.isFinite(credits)
      ? t('field.form.price', { price: shorten(credits), count: roundCredits(credits) })
      : ''
  const textOf = ({ micro, unit }: Quote): string => {
    const price = creditsOf(microToCredits(micro))
    return unit === undefined ? price : t(`field.price.${unit}`, { price })
  }
  return {
    creditsOf,
    priceOf: (verb, values, measured) => textOf(quoteRun(service, { verb, values }, measured)),
    shortOf(verb, values) {
      const quote = quoteRun(service, { verb, values })
      return quote.unit === undefined ? shorten(microToCredits(quote.micro)) : textOf(quote)
    }
  }
}
