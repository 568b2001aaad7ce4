import { findShelfModel, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { findService } from '#catalog/index.ts'
import { MODEL_END_DATES } from '#catalog/vendor-ends.ts'
import type { Drift, DriftItem } from '#contract/drift.ts'
import type { TokenPrice } from '#core/money.ts'
import type { OwnService } from '#core/own-service.ts'
import { groupVendorModels } from '#servers/drift/compare-models.ts'
import { isSamePrice } from '#servers/drift/compare-prices.ts'
import { isReplacedModel } from '#servers/drift/reached-models.ts'
import { readDrift, type DriftRow } from '#servers/drift/store.ts'
import { readShelf, readUndroppedShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { perMillionTokens } from '#servers/lib/model-changes.ts'
import { listOfferedOwnServices } from '#servers/lib/own-services.ts'
import { readCreditValue, type CreditValue } from '#servers/platform/margins/credit-value.ts'
import { priceMargin, roundedShare } from '#servers/platform/margins/price-margin.ts'

type Needs = Pick<
  Context,
  'database' | 'config' | 'clock' | 'modelFile' | 'modelLists' | 'ownServices' | 'terms'
>

type Present = {
  context: Needs
  shelf: ChatShelf
  /** The shelf with replacements of dropped models. */
  answering: ChatShelf
  /** The operator's own tools that are on sale. */
  own: readonly OwnService[]
  value: CreditValue | null
}

/** Credits per US dollar of cost, as in the catalogue. It is used if the old cost was zero. */
const USUAL = 16

/** The highest price that a model may have, in micro-credits for 1,000 tokens. */
const HIGHEST = 1_000_000_000

/**
 * Lists the open differences as they concern this deployment now. A difference that an operator has
 * dealt with since the last check is left out.
 */
export async function listDrift(context: Needs): Promise<Drift> {
  const [{ rows, checkedAt }, shelf, answering, own, value] = await Promise.all([
    readDrift(context),
    readUndroppedShelf(context),
    readShelf(context),
    listOfferedOwnServices(context),
    readCreditValue(context.database.db)
  ])
  const found = rows.map(row => itemOf(row, { context, shelf, answering, own, value }))
  const items = (await Promise.all(found)).flat()
  return {
    items,
    count: items.length,
    checked_at: checkedAt === null ? null : new Date(checkedAt).toISOString()
  }
}

async function itemOf(row: DriftRow, present: Present): Promise<DriftItem[]> {
  const { id, kind, vendor, model } = row
  if (kind === 'check') return []
  const found = await factsOf(row, present)
  if (found === null) return []
  const none = { names: [], successor: null, day: null, reason: null, proposal: null }
  const first_at = new Date(row.first_at).toISOString()
  return [{ id, kind, vendor, model, ...none, ...found, first_at }]
}

/**
 * Returns the details of a difference.
 * @returns null if it no longer concerns this deployment
 */
async function factsOf(row: DriftRow, present: Present): Promise<Partial<DriftItem> | null> {
  const { kind, value, model } = row
  const names = await namesOf(row, present)
  if (kind === 'unread') return { names, reason: value as DriftItem['reason'] }
  if (names.length === 0) return null
  if (kind === 'price') {
    const proposal = proposalOf(model, JSON.parse(value) as TokenPrice, present)
    return proposal === null ? null : { names, proposal }
  }
  const [replaced = ''] = JSON.parse(row.replaced) as string[]
  const successor = findShelfModel(present.answering, replaced)?.becomes ?? null
  return { names, successor, ...(kind === 'ends' && { day: value }) }
}

/** Returns our names for the model of a difference; empty if no route uses it any more. */
async function namesOf(
  { kind, vendor, model, value }: DriftRow,
  { context, shelf, own }: Present
): Promise<string[]> {
  const chat = shelf.models.find(({ name, becomes }) => name === model && becomes === undefined)
  const names = chat === undefined ? [] : [chat.name]
  if (kind === 'price' || kind === 'unread') return names
  // The operator set this end, not the vendor, and may have changed it since the check.
  if (kind === 'ends' && MODEL_END_DATES[model] !== value) return chat?.until === value ? names : []
  const asked = groupVendorModels(vendor, { ...context.config, shelf, own }).get(model) ?? []
  const used = await Promise.all(
    asked.map(async name => ((await isReplaced(name, vendor, model, context)) ? [] : [name]))
  )
  return used.flat()
}

/** Tells whether the operator has replaced the model in a tool of the catalogue. */
async function isReplaced(
  name: string,
  vendor: string,
  model: string,
  { config, terms }: Needs
): Promise<boolean> {
  if (findService(name) === undefined) return false
  const [known = model] =
    Object.entries(config.mediaModels).find(([, theirs]) => theirs === model) ?? []
  const { retired_models: retired } = await terms.tools()
  return isReplacedModel(vendor, name, known, retired[name] ?? {})
}

/** Proposes a new price with the same ratio between price and cost as before. */
function proposalOf(
  name: string,
  listed: TokenPrice,
  { shelf, value }: Present
): DriftItem['proposal'] {
  const { price, cost } = shelf.models.find(each => each.name === name) ?? {}
  if (price === undefined || cost === undefined || isSamePrice(listed, cost)) return null
  const scaled = (part: 'input' | 'output'): number => {
    const factor = cost[part] > 0 ? price[part] / cost[part] : USUAL
    return Math.min(HIGHEST, Math.ceil(listed[part] * factor))
  }
  const proposed = { input: scaled('input'), output: scaled('output') }
  const margin = value && priceMargin(proposed, listed, value)
  return {
    cost: perMillionTokens(cost),
    listed: perMillionTokens(listed),
    price: perMillionTokens(price),
    proposed: perMillionTokens(proposed),
    margin: margin && roundedShare(margin),
    below_cost: margin?.isLoss ?? false
  }
}
