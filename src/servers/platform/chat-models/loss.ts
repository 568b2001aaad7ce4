import { costOfModel } from '#catalog/chat/cost.server.ts'
import { findModel } from '#catalog/chat/models.ts'
import { providerFor } from '#catalog/chat/provider.server.ts'
import type { ModelChanges } from '#catalog/chat/shelf.server.ts'
import { Problem } from '#core/problem.ts'
import type { TokenPrice } from '#core/money.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { creditValue } from '#servers/platform/margins/credit-value.ts'
import { priceMargin } from '#servers/platform/margins/price-margin.ts'

type Needs = Pick<Context, 'database' | 'config' | 'keys' | 'clock' | 'modelFile' | 'modelLists'>

/**
 * Refuses a new price of a model that is below its cost at the vendor. Where the cost of a model or
 * the worth of a credit is unknown, any price is accepted.
 * @param change the changed fields; no price means the catalogue's
 * @throws Problem `bad_request` at `price` with the code `below_cost`
 */
export async function refuseLoss(
  context: Needs,
  name: string,
  change: Pick<ModelChanges, 'price' | 'cost'>
): Promise<void> {
  const price = change.price ?? findModel(name)?.price
  const cost = change.cost ?? (await costNow(context, name))
  const value = await creditValue(context.database.db)
  if (price === undefined || cost === undefined || value === null) return
  if (!priceMargin(price, cost, value).isLoss) return
  throw new Problem('bad_request', {
    detail: 'price: below what the provider charges; confirm it with below_cost',
    issues: [{ field: 'price', code: 'below_cost' }]
  })
}

/** The sandbox costs nothing, but its prices are those of the vendors that it plays. */
async function costNow(context: Needs, name: string): Promise<TokenPrice | undefined> {
  const shelf = await readShelf(context)
  const models = [...shelf.models, ...shelf.unpriced, ...shelf.ended]
  const model = models.find(each => each.name === name)
  if (model === undefined) return undefined
  const ways = providerFor(name, routingOf(context, { ...shelf, models }))?.ways ?? []
  return costOfModel(
    model,
    ways.filter(({ vendor }) => vendor !== 'sandbox')
  )
}
