import { backendFor, type VendorAccount, type ChatRouting } from '#catalog/chat/provider.server.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import { endsSoon } from '#catalog/vendor-ends.ts'
import type { Problem } from '#core/problem.ts'
import { hasNoModelList } from '#providers/model-list.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import { comparePrices } from '#servers/drift/compare-prices.ts'
import {
  compareWithVendor,
  joinComparisons,
  type VendorComparison
} from '#servers/drift/compare-models.ts'
import { readPriceList, ListReadError, type ListReadFailure } from '#servers/drift/price-list.ts'
import { readUndroppedShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { listOfferedOwnServices } from '#servers/lib/own-services.ts'
import type { DriftTable } from '#servers/lib/database/operation-tables.ts'
import { routingOf } from '#servers/lib/serving.ts'

/** A difference that a check found; the columns of {@link DriftTable} explain the fields. */
export type Difference = Pick<DriftTable, 'vendor' | 'model' | 'value'> & {
  kind: Exclude<DriftTable['kind'], 'check'>
  replaced?: readonly string[]
  /** Our names for the model; `detail` appears in the log only. */
  names?: readonly string[]
  detail?: string
}

export type DriftNeeds = Pick<
  Context,
  | 'config'
  | 'database'
  | 'clock'
  | 'keys'
  | 'modelFile'
  | 'modelLists'
  | 'ownServices'
  | 'fetch'
  | 'log'
>

type Routing = ChatRouting & { shelf: ChatShelf }

/** Matches the messages of failures in which the vendor's server did not respond. */
const UNREACHABLE = /cannot be reached|\(5\d\d\)/

/**
 * Compares the catalogue with the list of each vendor that has a key, and with the price list. It
 * never throws because of a list: a list that cannot be read is a difference of the kind `unread`.
 */
export async function findDifferences(context: DriftNeeds): Promise<Difference[]> {
  await context.keys.refresh()
  const shelf = await readUndroppedShelf(context)
  const routing = { ...routingOf(context, shelf), shelf }
  const [vendors, prices] = await Promise.all([
    Promise.all(
      context.keys
        .vendors()
        .map(async vendor => [vendor, await compareAddresses(context, shelf, vendor)] as const)
    ),
    ofPrices(context, routing)
  ])
  const found = vendors.flatMap(([vendor, compared]) => ofVendor(vendor, compared))
  return [
    ...withReplaced(found, new Map(vendors), routing),
    ...ofShelf(routing, context.clock.now()),
    ...prices
  ]
}

function ofVendor(vendor: string, compared: VendorComparison | null): Difference[] {
  if (compared === null) return []
  const { missing, ending } = compared
  return [
    ...missing.map(each => ({ kind: 'gone', vendor, ...each, value: '' }) as const),
    ...ending.map(({ day, ...each }) => ({ kind: 'ends', vendor, ...each, value: day }) as const),
    ...unreadList(vendor, compared)
  ]
}

function unreadList(vendor: string, { asked, listed }: VendorComparison): Difference[] {
  const line = { kind: 'unread', vendor, model: '' } as const
  if (listed instanceof Error)
    return [{ ...line, value: reasonOf(listed), detail: listed.detail || listed.code }]
  return listed === null && asked.size > 0 && !hasNoModelList(vendor)
    ? [{ ...line, value: 'unreadable', detail: 'the list is empty' }]
    : []
}

/** Compares the models of a vendor at each address that its keys have. */
async function compareAddresses(
  { config, keys, fetch, clock, ownServices }: DriftNeeds,
  shelf: ChatShelf,
  vendor: string
): Promise<VendorComparison | null> {
  const own = await listOfferedOwnServices({ ownServices })
  const routed = { ...config, shelf, own, fetch, now: clock.now() }
  const ask = (account: VendorAccount): Promise<VendorComparison> =>
    compareWithVendor(vendor, account, routed)
  const byAddress = Map.groupBy(keys.of(vendor), ({ baseURL }) => baseURL)
  const compared = await Promise.all([...byAddress.values()].map(each => firstAnswer(each, ask)))
  return joinComparisons(compared.filter(each => each !== null))
}

/** Asks with one key after another until one gets the list. */
async function firstAnswer(
  accounts: readonly VendorAccount[],
  ask: (account: VendorAccount) => Promise<VendorComparison>
): Promise<VendorComparison | null> {
  let last: VendorComparison | null = null
  for (const account of accounts) {
    last = await ask(account)
    if (!(last.listed instanceof Error)) return last
  }
  return last
}

function reasonOf(problem: Problem): ListReadFailure {
  if (problem instanceof AccountProblem && problem.code !== 'busy') return 'refused'
  const isAway =
    ['timeout', 'busy', 'canceled'].includes(problem.code) || UNREACHABLE.test(problem.detail)
  return isAway ? 'unreachable' : 'unreadable'
}

/**
 * Adds to each difference those of our names that no longer answer themselves, since all vendors of
 * the model dropped it. If a list has none of several models, it is more likely that the server
 * lists other names than it accepts. It then replaces only models whose successor the operator
 * chose.
 */
function withReplaced(
  found: readonly Difference[],
  vendors: ReadonlyMap<string, VendorComparison | null>,
  routing: Routing
): Difference[] {
  const isGone = (vendor: string, model: string): boolean =>
    vendors.get(vendor)?.missing.some(each => each.model === model) ?? false
  const isForeign = (vendor: string): boolean => {
    const { asked, missing } = vendors.get(vendor) ?? {}
    return asked !== undefined && asked.size > 1 && missing?.length === asked.size
  }
  const isLost = (name: string): boolean => {
    const ways = backendFor(name, routing)?.ways ?? []
    return (
      ways.length > 0 &&
      ways.every(({ vendor, upstreamModel }) => isGone(vendor, upstreamModel)) &&
      (routing.shelf.successors.has(name) || !ways.some(({ vendor }) => isForeign(vendor)))
    )
  }
  return found.map(each =>
    each.kind === 'gone' ? { ...each, replaced: (each.names ?? []).filter(isLost) } : each
  )
}

/** Models that the operator or the catalogue itself ends within 30 days. */
function ofShelf(routing: Routing, now: number): Difference[] {
  return routing.shelf.models.flatMap(({ name, until, becomes }): Difference[] => {
    if (until === undefined || becomes !== undefined || !endsSoon(until, now)) return []
    const vendor = backendFor(name, routing)?.ways[0].vendor
    if (vendor === undefined || vendor === 'sandbox') return []
    return [{ kind: 'ends', vendor, model: name, names: [name], value: until }]
  })
}

async function ofPrices({ config, fetch }: DriftNeeds, routing: Routing): Promise<Difference[]> {
  if (config.modelPrices === null) return []
  try {
    const list = await readPriceList(config.modelPrices, fetch)
    return comparePrices(list, routing).map(({ vendor, name, listed }): Difference => {
      const same = { vendor, model: name, names: [name] }
      return listed === null
        ? { kind: 'unread', ...same, value: 'invalid', detail: 'the listed price is invalid' }
        : { kind: 'price', ...same, value: JSON.stringify(listed) }
    })
  } catch (error) {
    if (!(error instanceof ListReadError)) throw error
    return [{ kind: 'unread', vendor: '', model: '', value: error.reason, detail: error.message }]
  }
}
