import { creditsToMicro } from '#core/money.ts'
import type { OwnServiceSpec } from '#core/own-service.ts'
import { toMicroDollars } from '#core/vendor-cost.ts'
import type { CreditValue } from '#servers/platform/margins/credit-value.ts'
import { singleMargin, type PriceMargin } from '#servers/platform/margins/price-margin.ts'

/**
 * Compares the price of an own service with its cost at the vendor, which is for the same units.
 * @returns null if the cost or the worth of a credit is unknown
 */
export function ownServiceMargin(
  { price, cost }: Pick<OwnServiceSpec, 'price' | 'cost'>,
  value: CreditValue | null
): PriceMargin | null {
  if (cost === null || value === null) return null
  return singleMargin(creditsToMicro(price.credits), toMicroDollars(cost), value)
}
