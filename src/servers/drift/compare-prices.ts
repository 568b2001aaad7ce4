import { costOfModel } from '#catalog/chat/cost.server.ts'
import { backendFor, type ChatRouting } from '#catalog/chat/provider.server.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { TokenPrice } from '#core/money.ts'
import { listedPrices, type PriceList } from '#servers/drift/price-list.ts'

/**
 * A model whose listed price differs from our cost. `listed` is null if the listed price is
 * implausible.
 */
export type PriceDifference = { vendor: string; name: string; listed: TokenPrice | null }

/**
 * A listed price that differs from ours by more than this factor is in another unit, or a mistake.
 */
const MOST_TIMES = 100

/**
 * Compares the cost of all models that a vendor serves now with a price list. Models that the list
 * lacks, and models of unknown cost, are skipped.
 */
export function comparePrices(
  list: PriceList,
  routing: ChatRouting & { shelf: ChatShelf }
): PriceDifference[] {
  const living = routing.shelf.models.filter(({ becomes }) => becomes === undefined)
  return living.flatMap(model => {
    const served = backendFor(model.name, routing)
    if (served === null || served.fund === 'sandbox') return []
    const [{ vendor, upstreamModel }] = served.ways
    const cost = costOfModel(model, served.ways)
    const prices = listedPrices(list, vendor, upstreamModel)
    if (cost === undefined || prices === null) return []
    if (prices === 'invalid') return [{ vendor, name: model.name, listed: null }]
    const listed = nearest(prices, cost)
    return listed !== null && isSamePrice(listed, cost)
      ? []
      : [{ vendor, name: model.name, listed }]
  })
}

/**
 * Tells whether two prices are equal in whole micro-dollars, since a list may be more precise than
 * our amounts.
 */
export function isSamePrice(a: TokenPrice, b: TokenPrice): boolean {
  return (
    Math.round(a.input) === Math.round(b.input) && Math.round(a.output) === Math.round(b.output)
  )
}

/**
 * Chooses the listed price that is closest to ours, since our catalogue has either the usual price
 * or the one for long prompts.
 * @returns null if none is plausible
 */
function nearest(prices: readonly TokenPrice[], cost: TokenPrice): TokenPrice | null {
  const [first] = prices
    .map(price => ({
      price: { input: Math.round(price.input), output: Math.round(price.output) },
      apart: Math.max(apart(price.input, cost.input), apart(price.output, cost.output))
    }))
    .toSorted((a, b) => a.apart - b.apart)
  return first === undefined || first.apart > Math.log(MOST_TIMES) ? null : first.price
}

function apart(listed: number, cost: number): number {
  return listed === cost ? 0 : Math.abs(Math.log(listed / cost))
}
