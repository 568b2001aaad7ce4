import { findModel, IMAGE_MODEL_NAME } from '#catalog/chat/models.ts'
import type { ChatRoute, RouteSettings } from '#catalog/chat/route.ts'
import { sandboxChat } from '#catalog/chat/sandbox-chat.server.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { CATALOG_SHELF, findShelfModel, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { OPTIONAL_GROUPS, isOptionalGroup, type ChatGroupId, type ChatModel } from '#core/chat.ts'
import type { ChatProvider } from '#core/provider.ts'
import type { ChatVendorName, ModelServerName } from '#core/chat-vendors.ts'

/** A vendor's API key, and the base URL that accepts it. */
export type VendorAccount = { baseURL: string; apiKey: string }

/** The configuration of the deployment that decides which vendor answers. */
export type ChatRouting = {
  sandbox: 'auto' | 'off'
  /** All keys of the deployment, by provider. */
  providers: Readonly<Record<string, readonly VendorAccount[]>>
  /** True if the deployment has a key of a tool vendor or for real payments. */
  others?: boolean
  /**
   * The operator's routes by the catalogue's model names. They win over the shipped ones. When one
   * route fails, the next is called.
   */
  models?: Readonly<Record<string, readonly ChatRoute[]>>
  /** The models of the deployment. Defaults to the catalogue. */
  shelf?: ChatShelf
}

/** One way to call a model: its protocol, an account, and the vendor's name of the model. */
export type ChatEndpoint = VendorAccount & {
  provider: ChatProvider
  vendor: string
  upstreamModel: string
  settings?: RouteSettings
}

/**
 * The ways to call a model, in the order in which they are tried. `fund` is the kind of money that
 * may pay.
 */
export type ChatBackend = {
  ways: readonly [ChatEndpoint, ...ChatEndpoint[]]
  fund: 'real' | 'sandbox'
}

const PROVIDER_OF = {
  chatgpt: 'openai',
  deepseek: 'deepseek',
  grok: 'xai',
  claude: 'anthropic',
  gemini: 'gemini',
  kimi: 'moonshot',
  glm: 'zai',
  qwen: 'qwen',
  openrouter: 'openrouter',
  llama: 'llama',
  ollama: 'ollama'
} as const satisfies Record<ChatGroupId, ChatVendorName | ModelServerName | 'gemini'>

/** The vendor that makes a model. */
type ChatMaker = (typeof PROVIDER_OF)[ChatGroupId]

const OPENAI = whenAsked(async () => (await import('#providers/openai.ts')).openaiChat)
/** Vendors with a protocol of their own. All others speak OpenAI's. */
const NATIVE: ReadonlyMap<string, ChatProvider> = new Map([
  ['anthropic', whenAsked(async () => (await import('#providers/anthropic.ts')).anthropicChat)],
  ['gemini', whenAsked(async () => (await import('#providers/gemini-chat.ts')).geminiChat)]
])

/** Loads a protocol with its SDK at the first question, since a server may never need it. */
function whenAsked(load: () => Promise<ChatProvider>): ChatProvider {
  return {
    async *stream(question, upstream) {
      yield* (await load()).stream(question, upstream)
    }
  }
}

/** Returns the chat protocol of a vendor. */
export function protocolOf(vendor: string): ChatProvider {
  return NATIVE.get(vendor) ?? OPENAI
}

/** DeepSeek's models reason unless the request turns it off. */
const THINKS: RouteSettings = { thinking: { type: 'enabled' } }
const ANSWERS: RouteSettings = { thinking: { type: 'disabled' } }

/**
 * The vendor's name of a model where it differs from the catalogue's, and its extra settings. Null
 * if no vendor serves the model.
 */
const UPSTREAM: Readonly<Record<string, { model?: string; settings?: RouteSettings } | null>> = {
  [IMAGE_MODEL_NAME]: null,
  'deepseek-flash': { settings: ANSWERS },
  'deepseek-r1': { settings: THINKS },
  'mistral-large-4': { model: 'mistralai/mistral-large-4-0' },
  'llama-4-maverick': { model: 'meta-llama/llama-4-maverick' },
  'llama-4-scout': { model: 'meta-llama/llama-4-scout' },
  'llama-3.3-70b': { model: 'meta-llama/llama-3.3-70b-instruct' },
  'minimax-m3': { model: 'minimax/minimax-m3' }
}

/**
 * Finds the provider that serves a model of the deployment. The sandbox serves models while no
 * provider has a key, and on test hosts. It serves FURTHER_GROUPS only where a real provider would.
 * After the first key, or with the sandbox off, nobody serves a model without a key.
 * @param isTest true if the request came to a test host
 * @returns null when nobody serves the model, or it does not exist
 */
export function backendFor(name: string, routing: ChatRouting, isTest = false): ChatBackend | null {
  const model = findShelfModel(routing.shelf ?? CATALOG_SHELF, name)
  if (model === undefined) return null
  const [first, ...more] = routesOf(model, routing).flatMap(route => waysOf(route, routing))
  if (isSandboxActive(routing, isTest) && (first !== undefined || !isOptionalGroup(model.group)))
    return { ways: [{ ...SANDBOX, upstreamModel: name }], fund: 'sandbox' }
  return first === undefined ? null : { ways: [first, ...more], fund: 'real' }
}

const SANDBOX = { provider: sandboxChat, vendor: 'sandbox', baseURL: '', apiKey: '' }

/**
 * Returns the FURTHER_GROUPS that nobody serves now. Their pages and switches are hidden.
 * @param vendors for which users may bring their own keys
 */
export function idleGroups(routing: ChatRouting, vendors: readonly string[]): ChatGroupId[] {
  const served = new Set(servedModels(routing, false, vendors).map(({ group }) => group))
  return OPTIONAL_GROUPS.filter(id => !served.has(id))
}

/** Returns the vendor that makes a model. A user's own key for that vendor can call the model. */
export function makerOf({ group }: Pick<ChatModel, 'group'>): ChatMaker {
  return PROVIDER_OF[group]
}

/**
 * Routes a model to its own vendor, with a user's own key.
 * @returns null for an operator's own model, and for one that its vendor does not serve
 */
export function makerBackend(model: ChatModel, account: VendorAccount): ChatBackend | null {
  const route = model.own ? null : shippedRoute(model)
  return route && { ways: [wayOf(route, account)], fund: 'real' }
}

/**
 * Returns the models that a user can choose: the enabled ones with a provider or an own key.
 * @param own vendors for which the user has an own key
 * @param hidden also includes models that answer but are left out of lists
 */
export function servedModels(
  routing: ChatRouting,
  isTest = false,
  own: readonly string[] = [],
  hidden = false
): ChatModel[] {
  const isServed = (model: ChatModel): boolean =>
    (model.own !== true && own.includes(makerOf(model))) ||
    backendFor(model.name, routing, isTest) !== null
  return (routing.shelf ?? CATALOG_SHELF).models.filter(
    model => (hidden || model.enabled) && isServed(model)
  )
}

/**
 * Checks whether the sandbox serves requests. It stops as soon as one real provider has a key,
 * except on test hosts.
 */
export function isSandboxActive(
  { sandbox, providers, others = false }: ChatRouting,
  isTest = false
): boolean {
  return (
    sandbox === 'auto' &&
    (isTest || (!others && Object.values(providers).every(accounts => accounts.length === 0)))
  )
}

/**
 * Returns the names by which this vendor's models are called, each with the deployment's names that
 * are routed to it.
 */
export function vendorModels(
  vendor: string,
  routing: Pick<ChatRouting, 'models' | 'shelf'>
): ReadonlyMap<string, readonly string[]> {
  const asked = (routing.shelf ?? CATALOG_SHELF).models.flatMap(model =>
    routesOf(model, routing)
      .filter(({ provider }) => provider === vendor)
      .map(route => ({ name: model.name, model: route.model }))
  )
  return new Map(
    [...Map.groupBy(asked, each => each.model)].map(([model, each]) => [
      model,
      each.map(({ name }) => name)
    ])
  )
}

/**
 * Finds the routes of a model. An operator's route for its name comes first. A model that a
 * successor of the operator or a fallback replaces has only its successor's routes. A successor uses the operator's routes of the
 * first model that it replaces, and so stays on the operator's own server.
 */
function routesOf(
  model: ChatModel,
  { models = {}, shelf = CATALOG_SHELF }: Pick<ChatRouting, 'models' | 'shelf'>
): readonly ChatRoute[] {
  const ofOperator = (name: string): readonly ChatRoute[] | undefined =>
    shelf.routes.get(name) ?? (Object.hasOwn(models, name) ? models[name] : undefined)
  const current = model.becomes ?? model.name
  const isShipped = findModel(model.name)?.becomes === current
  if (current !== model.name && (!isShipped || shelf.successors.has(model.name))) {
    const successor = findShelfModel(shelf, current)
    return successor === undefined ? [] : routesOf(successor, { models, shelf })
  }
  if (model.own) return ofOperator(model.name) ?? []
  const before = CHAT_GROUPS.flatMap(group => group.models).find(
    ({ becomes }) => becomes === current
  )
  const own = ofOperator(model.name) ?? ofOperator(current) ?? (before && ofOperator(before.name))
  const shipped = shippedRoute(model)
  return own ?? (shipped === null ? [] : [shipped])
}

function shippedRoute({ name, group, becomes = name }: ChatModel): ChatRoute | null {
  const upstream = UPSTREAM[becomes]
  if (upstream === null) return null
  const settings = (UPSTREAM[name] ?? upstream)?.settings
  return {
    provider: PROVIDER_OF[group],
    model: upstream?.model ?? becomes,
    ...(settings && { settings })
  }
}

function waysOf(route: ChatRoute, { providers }: ChatRouting): ChatEndpoint[] {
  const accounts = Object.hasOwn(providers, route.provider) ? (providers[route.provider] ?? []) : []
  return accounts.map(account => wayOf(route, account))
}

function wayOf({ provider, model, settings }: ChatRoute, account: VendorAccount): ChatEndpoint {
  return {
    provider: protocolOf(provider),
    vendor: provider,
    upstreamModel: model,
    ...(settings && { settings }),
    ...account
  }
}
