import FAL_ENDPOINTS from '#catalog/fal-endpoints.json' with { type: 'json' }
import type { OwnService } from '#core/own-service.ts'
import { vendorModels, type VendorAccount } from '#catalog/chat/provider.server.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import { endsSoon, MODEL_END_DATES } from '#catalog/vendor-ends.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { listVendorModels } from '#providers/model-list.ts'
import type { Config } from '#servers/config.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import { servesTools } from '#servers/lib/serves-tools.ts'

/** Milliseconds in which a vendor must list its models. */
const PATIENCE = 15_000

/**
 * Everything that names models of vendors. Models without a price are included, since only the
 * vendor's list matters here. `own` are the operator's own tools.
 */
export type RoutedModels = Pick<Config, 'chatModels' | 'mediaModels' | 'mediaNamed'> & {
  shelf: ChatShelf
  own?: readonly Pick<OwnService, 'id' | 'source' | 'endpoint'>[]
}

/** A way to fetch, and the time in unix milliseconds. */
type Means = { fetch: Fetch; now: number }

/** The vendor's name of a model or endpoint, and the names that lead to it here. */
type AskedModel = { model: string; names: readonly string[] }

/** The comparison of our models with those of a vendor. */
export type VendorComparison = {
  /** The names of all models that we call at the vendor, each with our names. */
  asked: ReadonlyMap<string, readonly string[]>
  /** Those of chat models. */
  chat: ReadonlyMap<string, readonly string[]>
  /** Models that the vendor does not list. */
  missing: readonly AskedModel[]
  /** Models that the vendor ends within 30 days, with their last day. */
  ending: readonly (AskedModel & { day: string })[]
  /** Null: the vendor has no list, or an empty one. A problem: the list cannot be read now. */
  listed: ReadonlySet<string> | Problem | null
}

/**
 * Compares the models that we call at a vendor with the list that it gives for one of the keys.
 * It costs nothing and never throws.
 */
export async function compareWithVendor(
  vendor: string,
  account: VendorAccount,
  { fetch, now, ...routed }: RoutedModels & Means
): Promise<VendorComparison> {
  const chat = askedChat(vendor, routed)
  const asked = groupVendorModels(vendor, routed, account.baseURL)
  const named = (model: string): AskedModel => ({ model, names: asked.get(model) ?? [] })
  const ending = [...asked.keys()].flatMap(model => {
    const day = MODEL_END_DATES[model]
    return day !== undefined && endsSoon(day, now) ? [{ ...named(model), day }] : []
  })
  const none = { asked, chat, missing: [], ending }
  if (asked.size === 0) return { ...none, listed: null }
  const signal = AbortSignal.timeout(PATIENCE)
  const upstream = { fetch, ...account, signal }
  const listed = await listVendorModels(vendor, upstream, [...asked.keys()]).catch(toProblem)
  if (listed === null || listed instanceof Error) return { ...none, listed }
  const known = withoutVersions(listed)
  const missing = [...asked.keys()].filter(model => !known.has(model)).map(named)
  return { ...none, missing, listed }
}

/** The end of a model's name that states its version. */
const VERSION = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/

/**
 * Adds names without versions, since some vendors, such as Anthropic, list a model only by the name
 * of its version.
 */
function withoutVersions(listed: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...listed].flatMap(name => [name, name.replace(VERSION, '')]))
}

/**
 * Joins the comparisons of one vendor at different addresses. A model is missing if no address lists
 * it at which we call it. An address without a list may have every model.
 * @returns null for no address
 */
export function joinComparisons(all: readonly VendorComparison[]): VendorComparison | null {
  const [first = null] = all
  const used = all.filter(({ asked }) => asked.size > 0)
  const isMissing = ({ model }: AskedModel): boolean =>
    used.every(
      ({ asked, missing }) => !asked.has(model) || missing.some(each => each.model === model)
    )
  const unread = used.find(({ listed }) => listed === null || listed instanceof Error)
  return (
    first && {
      asked: new Map(used.flatMap(({ asked }) => [...asked])),
      chat: first.chat,
      missing: byModel(used.flatMap(({ missing }) => missing)).filter(isMissing),
      ending: byModel(used.flatMap(({ ending }) => ending)),
      listed: (unread ?? used[0] ?? first).listed
    }
  )
}

function byModel<Each extends AskedModel>(models: readonly Each[]): Each[] {
  return [...new Map(models.map(each => [each.model, each])).values()]
}

/**
 * Groups all models that we call at a vendor, by the vendor's name, each with our names.
 * @param address leaves out the models of tools if the vendor's keys do no tools there
 */
export function groupVendorModels(
  vendor: string,
  routed: RoutedModels,
  address?: string
): ReadonlyMap<string, readonly string[]> {
  const isTools = address === undefined || servesTools(routed, vendor, address)
  const all = [
    ...askedChat(vendor, routed),
    ...(isTools ? askedMedia(vendor, routed) : []),
    ...(routed.own ?? []).flatMap(({ id, source, endpoint }) =>
      source === vendor ? [[endpoint, [id]] as const] : []
    )
  ]
  return new Map(
    [...Map.groupBy(all, ([model]) => model)].map(([model, each]) => [
      model,
      [...new Set(each.flatMap(([, names]) => names))]
    ])
  )
}

function askedChat(
  vendor: string,
  { chatModels, shelf }: RoutedModels
): ReadonlyMap<string, readonly string[]> {
  const models = [...shelf.models, ...shelf.unpriced]
  return vendorModels(vendor, { models: chatModels, shelf: { ...shelf, models } })
}

/**
 * Groups models of tools by the vendor's name: fal's endpoints, Replicate's models, which are paths
 * with a price, and the models that other vendors' tools declare.
 */
function askedMedia(
  vendor: string,
  { mediaModels }: RoutedModels
): ReadonlyMap<string, readonly string[]> {
  if (vendor === 'fal')
    return new Map(Object.entries(FAL_ENDPOINTS).map(([id, by]) => [id, by.split(' ')]))
  const services = Object.entries(VENDOR_SERVICES).find(([name]) => name === vendor)?.[1] ?? {}
  const called = vendor === 'gemini' ? mediaModels : {}
  const asked = Object.entries(services).flatMap(([id, actions]) =>
    Object.values(actions).flatMap(({ models = [], costs = {} }) =>
      (vendor === 'replicate' ? Object.keys(costs) : models).map(model => ({
        id,
        model: called[model] ?? model
      }))
    )
  )
  return new Map(
    [...Map.groupBy(asked, ({ model }) => model)].map(([model, each]) => [
      model,
      [...new Set(each.map(({ id }) => id))]
    ])
  )
}
