import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import { buildShelf, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { hasNoModelList } from '#providers/model-list.ts'
import {
  compareWithVendor,
  type RoutedModels,
  type VendorComparison
} from '#servers/drift/compare-models.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import { tryModels } from '#servers/operation/try-models.ts'

/**
 * Dependencies of a check: routes of models, a way to fetch, and the time in milliseconds. Without a
 * shelf, the models are those of the catalogue and of `CHAT_MODELS`.
 */
export type ModelCheckContext = Omit<RoutedModels, 'shelf'> & {
  fetch: Fetch
  now: number
  shelf?: ChatShelf
}

/** The result for one vendor. `lines` explains it. */
export type ModelCheck = { ok: boolean; lines: string[] }

/**
 * Compares the models that we use with the list that a vendor returns for a key. Then it sends each
 * chat model a short question, since a list may be wrong; that costs a few tokens. Models that end
 * soon are listed without failing the check. Endpoints of tools are not tried, since each try would
 * be charged.
 * @returns not ok if the vendor lacks a model; ok if this cannot be found out. Never throws.
 */
export async function checkModels(
  vendor: string,
  account: VendorAccount,
  checking: ModelCheckContext
): Promise<ModelCheck> {
  const shelf = checking.shelf ?? configuredShelf(checking)
  const compared = await compareWithVendor(vendor, account, { ...checking, shelf })
  const { chat, missing, ending } = compared
  const living = [...chat.keys()].filter(model => missing.every(each => each.model !== model))
  const tried = await tryModels(vendor, account, living, checking.fetch)
  const nameOf = (model: string): string => namedAs(model, chat.get(model) ?? [])
  const gone = tried.filter(({ state }) => state === 'gone')
  return {
    ok: missing.length === 0 && gone.length === 0,
    lines: [
      ...missing.map(
        ({ model, names }) => `${vendor} does not have ${model}${namedAs(model, names)}`
      ),
      ...gone.map(
        ({ model, detail }) => `${vendor} does not answer as ${model}${nameOf(model)}: ${detail}`
      ),
      ...ending.map(
        ({ model, names, day }) => `${vendor} ends ${model} on ${day}${namedAs(model, names)}`
      ),
      ...unlisted(vendor, compared),
      ...tried
        .filter(({ state }) => state === 'unknown')
        .map(({ model, detail }) => `${vendor}: ${model} could not be tried: ${detail}`)
    ]
  }
}

/**
 * Builds the shelf of the catalogue and the models of `CHAT_MODELS`. Their price is set to 0, since
 * it does not matter here.
 */
function configuredShelf({ chatModels }: Pick<ModelCheckContext, 'chatModels'>): ChatShelf {
  const named = Object.keys(chatModels).map(
    name => [name, { price: { input: 0, output: 0 } }] as const
  )
  return buildShelf(new Map(named))
}

/**
 * Explains why a vendor's list cannot be compared, and names the models of tools that nobody has
 * checked; empty if it can be compared.
 */
function unlisted(vendor: string, { asked, chat, listed }: VendorComparison): string[] {
  if (listed instanceof Error)
    return [`${vendor} did not list its models: ${listed.detail || listed.code}`]
  if (listed !== null) return []
  const tools = [...asked.keys()].filter(model => !chat.has(model))
  const why = hasNoModelList(vendor) ? 'has no list of models' : 'lists no models'
  return [
    ...(chat.size > 0 ? [`${vendor} lists no models: whether it still has them is not known`] : []),
    ...(tools.length > 0
      ? [`${vendor} ${why}, so these models of tools were not checked: ${tools.join(', ')}`]
      : [])
  ]
}

function namedAs(model: string, names: readonly string[]): string {
  const others = names.filter(name => name !== model)
  return others.length === 0 ? '' : `, asked for as ${others.join(', ')}`
}
