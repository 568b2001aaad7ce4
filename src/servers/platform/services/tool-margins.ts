import { setImmediate } from 'node:timers/promises'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { ToolMargin } from '#contract/tool-margin.ts'
import { listedCalls, type ListedCall } from '#core/listed-calls.ts'
import { microToCredits } from '#core/money.ts'
import { priceOf } from '#core/price.ts'
import { repriceAction } from '#core/reprice-tool.ts'
import { MODEL_CHOICES } from '#core/retire-models.ts'
import type { Action, Service } from '#core/service.ts'
import { microToDollars } from '#core/vendor-cost.ts'
import type { VendorAction } from '#core/vendor.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { readCreditValue, type CreditValue } from '#servers/platform/margins/credit-value.ts'
import {
  belowCostProblem,
  roundedShare,
  singleMargin,
  type PriceMargin
} from '#servers/platform/margins/price-margin.ts'
import { vendorActionOf } from '#servers/platform/services/openings.ts'

type Needs = Pick<PlatformContext, 'database' | 'vendorsOf'>

/** Combinations of values that are tried for a call, and those before other requests get a turn. */
const MOST = 2000
const TURN = 20

/** The call of a model that earns the least for each dollar of the list price. */
type PoorestCall = ListedCall & { verb: string; model: string }

/** Declarations and price lists never change, so each is examined once for the same vendors. */
const known = new Map<string, Promise<PoorestCall[]>>()

type Margin = { call: PoorestCall; price: number; margin: PriceMargin | null }

/**
 * Computes what is left of a tool's prices after the list prices of its vendors: for each model, of
 * the call that leaves the least. Without a vendor, the sandbox does the work, and the vendors that
 * it fakes count. Calls of unknown cost are left out.
 * @param percent of the catalogue's prices
 */
export async function readToolMargins(
  { database, vendorsOf }: Needs,
  service: Service,
  percent: number
): Promise<Margin[]> {
  const [calls, value] = await Promise.all([
    findPoorestCalls(service, vendorsOf),
    readCreditValue(database.db)
  ])
  return calls.flatMap(call => {
    const action = service.actions?.[call.verb]
    if (action === undefined) return []
    const price = priceOf(repriceAction(action, percent).price, call.values)
    return [{ call, price, margin: marginOf(price, call, value) }]
  })
}

/**
 * Refuses a level at which a price of a tool is below its cost at the vendor. Where the cost or the
 * worth of a credit is unknown, any price is accepted.
 * @param percent of the catalogue's prices
 * @throws Problem `bad_request` at `price_percent` with the code `below_cost`
 */
export async function checkToolCoversCost(
  context: Needs,
  service: Service,
  percent: number
): Promise<void> {
  if (hasLoss(await readToolMargins(context, service, percent)))
    throw belowCostProblem('price_percent')
}

/** Tells whether one of these prices is below its cost. */
export function hasLoss(margins: readonly Margin[]): boolean {
  return margins.some(({ margin }) => margin?.isLoss)
}

/** Converts margins to their form in the API. */
export function toToolMargins(
  margins: readonly Margin[],
  titleOf: (verb: string) => string
): ToolMargin[] {
  return margins.map(({ call: { verb, model, cost }, price, margin }) => ({
    action: verb,
    title: titleOf(verb),
    model,
    credits: microToCredits(price),
    cost: microToDollars(cost),
    margin: margin && roundedShare(margin)
  }))
}

function marginOf(price: number, { cost }: ListedCall, value: CreditValue | null) {
  return value === null ? null : singleMargin(price, cost, value)
}

async function findPoorestCalls(
  service: Service,
  vendorsOf: Needs['vendorsOf']
): Promise<PoorestCall[]> {
  const vendors = Object.keys(service.actions ?? {}).map(verb => vendorsOf(service, verb))
  const key = JSON.stringify([service.id, vendors])
  const found = known.get(key) ?? examine(service, vendors)
  known.set(key, found)
  return found
}

async function examine(
  service: Service,
  vendors: readonly (readonly string[])[]
): Promise<PoorestCall[]> {
  const poorest = new Map<string, PoorestCall>()
  for (const [at, [verb, action]] of Object.entries(service.actions ?? {}).entries()) {
    const serving = vendors[at] ?? []
    const asked = serving.length > 0 ? serving : Object.keys(VENDOR_SERVICES)
    for (const vendor of asked)
      for await (const call of callsAt(vendorActionOf(vendor, service, verb), action)) {
        const model = MODEL_CHOICES.map(name => call.values[name]).find(Boolean)
        const each = { ...call, verb, model: String(model ?? '') }
        const before = poorest.get(`${verb} ${each.model}`)
        if (before === undefined || earns(each) < earns(before))
          poorest.set(`${verb} ${each.model}`, each)
      }
  }
  return [...poorest.values()]
}

async function* callsAt(vendor: VendorAction | null, action: Action): AsyncGenerator<ListedCall> {
  if (vendor === null) return
  let tried = 0
  for (const call of listedCalls(action, vendor, MOST)) {
    tried++
    if (tried % TURN === 0) await setImmediate()
    if (call !== null && call.cost > 0) yield call
  }
}

/** Returns the micro-credits for a micro-dollar of the list price. */
function earns({ price, cost }: ListedCall): number {
  return price / cost
}
