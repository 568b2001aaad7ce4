import { vendorModels, type Account } from '#catalog/chat/provider.server.ts'
import { buildShelf } from '#catalog/chat/shelf.server.ts'
import { endsSoon, VENDOR_ENDS } from '#catalog/vendor-ends.ts'
import { VENDORS } from '#catalog/vendors.server.ts'
import { toProblem } from '#core/problem.ts'
import { listVendorModels } from '#providers/model-list.ts'
import type { Config } from '#servers/config.ts'
import type { Fetch } from '#servers/lib/egress.ts'

/** Milliseconds in which a vendor must list its models. */
const PATIENCE = 15_000

type Routed = Pick<Config, 'chatModels' | 'mediaModels'>

/** Dependencies of a check: routes of models, a way to fetch, and the time in milliseconds. */
export type Checking = Routed & { fetch: Fetch; now: number }

/** The result for one vendor. `lines` tell it in words. */
export type ModelCheck = { ok: boolean; lines: string[] }

/**
 * Compares the models that we use with the list that a vendor gives for a key. It costs nothing.
 * Models that end soon are named and fail nothing.
 * @returns not ok when the vendor does not list a model; ok when it cannot tell. Never throws.
 */
export async function checkModels(
  vendor: string,
  account: Account,
  checking: Checking
): Promise<ModelCheck> {
  const { fetch, now, ...routed } = checking
  const asked = askedModels(vendor, routed)
  if (asked.size === 0) return { ok: true, lines: [] }
  const listed = await listVendorModels(vendor, {
    fetch,
    ...account,
    signal: AbortSignal.timeout(PATIENCE)
  }).catch(toProblem)
  const ending = [...asked].filter(([model]) => endsSoon(VENDOR_ENDS[model], now))
  const warnings = ending.map(
    ([model, names]) => `${vendor} ends ${model} on ${VENDOR_ENDS[model]}${namedAs(model, names)}`
  )
  if (listed === null)
    return {
      ok: true,
      lines: [...warnings, `${vendor} lists no models: whether it still has them is not known`]
    }
  if (listed instanceof Error)
    return {
      ok: true,
      lines: [...warnings, `${vendor} did not list its models: ${listed.detail || listed.code}`]
    }
  const missing = [...asked].filter(([model]) => !listed.has(model))
  const lines = missing.map(
    ([model, names]) => `${vendor} does not have ${model}${namedAs(model, names)}`
  )
  return { ok: missing.length === 0, lines: [...lines, ...warnings] }
}

/** Groups models by the vendor's name, each with the names that users see. */
function askedModels(
  vendor: string,
  { chatModels, mediaModels }: Routed
): ReadonlyMap<string, readonly string[]> {
  // Operators' own models count whatever their price, since only the vendor's list matters.
  const named = Object.keys(chatModels).map(
    name => [name, { price: { input: 0, output: 0 } }] as const
  )
  const chat = vendorModels(vendor, { models: chatModels, shelf: buildShelf(new Map(named)) })
  if (vendor !== 'gemini') return chat
  const known = Object.values(VENDORS.gemini).flatMap(service =>
    Object.values(service).flatMap(({ models = [] }) => models)
  )
  const media = known.map(model => [mediaModels[model] ?? model, [model]] as const)
  return new Map([...chat, ...media])
}

function namedAs(model: string, names: readonly string[]): string {
  const others = names.filter(name => name !== model)
  return others.length === 0 ? '' : `, asked for as ${others.join(', ')}`
}
