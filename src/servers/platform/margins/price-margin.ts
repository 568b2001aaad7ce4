import type { TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { CreditValue } from '#servers/platform/margins/credit-value.ts'

/** The part of a price that is left after its cost, and whether it makes a loss. */
export type PriceMargin = { share: number; isLoss: boolean }

/**
 * Compares a price with its cost, both for the same amount.
 * @param price micro-credits
 * @param cost micro-US-dollars
 */
export function singleMargin(
  price: number,
  cost: number,
  { micro }: Pick<CreditValue, 'micro'>
): PriceMargin {
  const worth = (price * micro) / 1_000_000
  const left = worth - cost
  return { share: worth > 0 ? left / worth : left < 0 ? -1 : 1, isLoss: left < 0 }
}

/**
 * Compares the price of a model with its cost, separately for input and output. The poorer of the
 * two decides, since nobody knows how long answers will be.
 * @param price micro-credits per 1,000 tokens
 * @param cost micro-US-dollars per 1,000 tokens
 */
export function priceMargin(
  price: TokenPrice,
  cost: TokenPrice,
  value: Pick<CreditValue, 'micro'>
): PriceMargin {
  const parts = (['input', 'output'] as const).map(name =>
    singleMargin(price[name], cost[name], value)
  )
  return {
    share: Math.min(...parts.map(({ share }) => share)),
    isLoss: parts.some(({ isLoss }) => isLoss)
  }
}

/** Returns a margin for the API, as a share with three decimals. */
export function roundedShare({ share }: PriceMargin): number {
  return Math.round(share * 1000) / 1000
}

/**
 * Builds the problem of a price below cost that nobody confirmed.
 * @param field that sets the price
 */
export function belowCostProblem(field = 'price'): Problem {
  return new Problem('bad_request', {
    detail: `${field}: below what the provider charges; confirm it with below_cost`,
    issues: [{ field, code: 'below_cost' }]
  })
}
