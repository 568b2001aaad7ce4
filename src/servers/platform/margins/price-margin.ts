import type { TokenPrice } from '#core/money.ts'
import type { CreditValue } from '#servers/platform/margins/credit-value.ts'

/** The part of a price that is left after its cost, and whether input or output makes a loss. */
type PriceMargin = { share: number; isLoss: boolean }

/**
 * Compares the price of a model with its cost, separately for input and output. The poorer of the
 * two decides, since nobody knows how long answers will be.
 * @param price micro-credits per 1,000 tokens
 * @param cost micro-US-dollars per 1,000 tokens
 */
export function priceMargin(
  price: TokenPrice,
  cost: TokenPrice,
  { micro }: Pick<CreditValue, 'micro'>
): PriceMargin {
  const parts = (['input', 'output'] as const).map(name => {
    const worth = (price[name] * micro) / 1_000_000
    const left = worth - cost[name]
    return { share: worth > 0 ? left / worth : left < 0 ? -1 : 1, isLoss: left < 0 }
  })
  return {
    share: Math.min(...parts.map(({ share }) => share)),
    isLoss: parts.some(({ isLoss }) => isLoss)
  }
}
