import type { HubInfo } from '#client/hub.ts'
import type { Values } from '#core/condition.ts'
import { readForm } from '#core/form.ts'
import { formatCredits, shownCredits } from '#core/format.ts'
import { toCredits } from '#core/money.ts'
import { priceOf } from '#core/price.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'

type Options = { service: Service; hub: Pick<HubInfo, 'locale'>; t: Translate }

type Prices = {
  priceOf(verb: string, values: Values): string
  /** The same amount without words. */
  shortOf(verb: string, values: Values): string
  creditsOf(credits: number): string
}

/**
 * Returns functions that format the prices of a service's runs. They use the function that charges
 * for runs, which is the same on every site.
 */
export function toolPrices({ service, hub, t }: Options): Prices {
  const shorten = (credits: number): string => formatCredits(credits, hub.locale)
  const creditsOf = (credits: number): string =>
    Number.isFinite(credits)
      ? t('field.form.price', { price: shorten(credits), count: shownCredits(credits) })
      : ''
  const cost = (verb: string, chosen: Values): number => {
    const action = service.actions?.[verb]
    return action === undefined
      ? NaN
      : toCredits(priceOf(action.price, readForm(action, chosen).values))
  }
  return {
    creditsOf,
    priceOf: (verb, chosen) => creditsOf(cost(verb, chosen)),
    shortOf: (verb, chosen) => shorten(cost(verb, chosen))
  }
}
