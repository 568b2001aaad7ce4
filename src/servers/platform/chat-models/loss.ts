import { costOfModel } from '#catalog/chat/cost.server.ts'
import { findModel } from '#catalog/chat/models.ts'
import { backendFor } from '#catalog/chat/provider.server.ts'
import type { ChatShelf, ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { ModelFileProblem } from '#contract/chat-model.ts'
import type { TokenPrice } from '#core/money.ts'
import { readUndroppedShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { readJsonLines } from '#servers/lib/json-lines.ts'
import { MOST_PROBLEMS } from '#servers/lib/parse-model-file.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { readCreditValue, type CreditValue } from '#servers/platform/margins/credit-value.ts'
import { belowCostProblem, priceMargin } from '#servers/platform/margins/price-margin.ts'

type Needs = Pick<Context, 'database' | 'config' | 'keys' | 'clock' | 'modelFile' | 'modelLists'>

type Change = Pick<ModelChanges, 'price' | 'cost'>

/** The present models, and the worth of a credit. */
type Present = { context: Needs; shelf: ChatShelf; value: CreditValue | null }

/**
 * Refuses a new price of a model that is below its cost at the vendor. Where the cost of a model or
 * the worth of a credit is unknown, any price is accepted.
 * @param change the changed fields; no price means the catalogue's
 * @throws Problem `bad_request` at `price` with the code `below_cost`
 */
export async function checkPriceCoversCost(
  context: Needs,
  name: string,
  change: Change
): Promise<void> {
  if (isLoss(name, change, await presentOf(context))) throw belowCostProblem()
}

/**
 * Lists the prices in the operator's file that are below cost, by the same rule. They still apply:
 * after a restart, prices must not change only because the value of a credit has.
 */
export async function listBelowCostPrices(context: Needs): Promise<ModelFileProblem[]> {
  const { changes, priced, text } = await context.modelFile.read()
  if (priced.length === 0) return []
  const present = await presentOf(context)
  const losing = priced.filter(name => isLoss(name, changes.get(name) ?? {}, present))
  if (losing.length === 0) return []
  const { lineOf } = readJsonLines(text)
  return losing.slice(0, MOST_PROBLEMS).map(name => {
    return { line: lineOf([name, 'price']), field: `${name}.price`, code: 'below_cost' }
  })
}

async function presentOf(context: Needs): Promise<Present> {
  const [shelf, value] = await Promise.all([
    readUndroppedShelf(context),
    readCreditValue(context.database.db)
  ])
  return { context, shelf, value }
}

function isLoss(name: string, change: Change, present: Present): boolean {
  const price = change.price ?? findModel(name)?.price
  const cost = change.cost ?? costNow(name, present)
  if (price === undefined || cost === undefined || present.value === null) return false
  return priceMargin(price, cost, present.value).isLoss
}

/**
 * Returns what a model costs now. The sandbox costs nothing, but is charged at the price of the
 * vendor that it fakes, so that vendor's cost counts.
 */
function costNow(name: string, { context, shelf }: Present): TokenPrice | undefined {
  const models = [...shelf.models, ...shelf.unpriced, ...shelf.ended]
  const model = models.find(each => each.name === name)
  if (model === undefined) return undefined
  const ways = backendFor(name, routingOf(context, { ...shelf, models }))?.ways ?? []
  return costOfModel(
    model,
    ways.filter(({ vendor }) => vendor !== 'sandbox')
  )
}
