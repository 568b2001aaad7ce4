import { vendorModels, type Account } from '#catalog/chat/provider.server.ts'
import { buildShelf } from '#catalog/chat/shelf.server.ts'
import { endsSoon, VENDOR_ENDS } from '#catalog/vendor-ends.ts'
import { VENDORS } from '#catalog/vendors.server.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { listVendorModels } from '#providers/model-list.ts'
import { tryModels } from '#servers/operation/try-models.ts'
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
 * Compares the models that we use with the list that a vendor gives for a key. Then it asks each chat
 * model for a word, since a list may be wrong: that costs a few tokens. Models that end soon are
 * named and fail nothing.
 * @returns not ok when the vendor does not have a model; ok when it cannot tell. Never throws.
 */
export async function checkModels(
  vendor: string,
  account: Account,
  checking: Checking
): Promise<ModelCheck> {
  const { fetch, now, ...routed } = checking
  const chat = askedChat(vendor, routed)
  const asked = new Map([...chat, ...askedMedia(vendor, routed)])
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
  const names = listed instanceof Error ? null : listed
  const missing = names === null ? [] : [...asked].filter(([model]) => !names.has(model))
  const living = [...chat.keys()].filter(model => missing.every(([name]) => name !== model))
  const tried = await tryModels(vendor, account, living, fetch)
  const nameOf = (model: string): string => namedAs(model, asked.get(model) ?? [])
  const gone = tried.filter(({ state }) => state === 'gone')
  return {
    ok: missing.length === 0 && gone.length === 0,
    lines: [
      ...missing.map(([model]) => `${vendor} does not have ${model}${nameOf(model)}`),
      ...gone.map(
        ({ model, detail }) => `${vendor} does not answer as ${model}${nameOf(model)}: ${detail}`
      ),
      ...warnings,
      ...unlisted(vendor, listed),
      ...tried
        .filter(({ state }) => state === 'unknown')
        .map(({ model, detail }) => `${vendor}: ${model} could not be tried: ${detail}`)
    ]
  }
}

/** Says why a vendor's list tells nothing; empty if it does. */
function unlisted(vendor: string, listed: ReadonlySet<string> | Problem | null): string[] {
  if (listed === null) return [`${vendor} lists no models: whether it still has them is not known`]
  return listed instanceof Error
    ? [`${vendor} did not list its models: ${listed.detail || listed.code}`]
    : []
}

type Asked = ReadonlyMap<string, readonly string[]>

/** Groups chat models by the vendor's name, each with the names that users see. */
function askedChat(vendor: string, { chatModels }: Routed): Asked {
  // Operators' own models count whatever their price, since only the vendor's list matters.
  const named = Object.keys(chatModels).map(
    name => [name, { price: { input: 0, output: 0 } }] as const
  )
  return vendorModels(vendor, { models: chatModels, shelf: buildShelf(new Map(named)) })
}

/** Groups models of tools likewise. Only Gemini lists them. */
function askedMedia(vendor: string, { mediaModels }: Routed): Asked {
  if (vendor !== 'gemini') return new Map()
  const known = Object.values(VENDORS.gemini).flatMap(service =>
    Object.values(service).flatMap(({ models = [] }) => models)
  )
  return new Map(known.map(model => [mediaModels[model] ?? model, [model]] as const))
}

function namedAs(model: string, names: readonly string[]): string {
  const others = names.filter(name => name !== model)
  return others.length === 0 ? '' : `, asked for as ${others.join(', ')}`
}
