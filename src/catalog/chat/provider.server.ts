import type { ChatRoute, Settings } from '#catalog/chat/route.ts'
import { DRAWING } from '#catalog/chat/models.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { CATALOGUE_SHELF, findOn, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { ChatGroupId, ChatModel } from '#core/chat.ts'
import type { ChatProvider } from '#core/provider.ts'
import { openaiChat } from '#providers/openai.ts'
import { createSandboxChat } from '#providers/sandbox-chat.ts'

/** A key, and where it opens. */
export type Account = { baseURL: string; apiKey: string }

/** What routing needs of the deployment. */
export type ChatRouting = {
  sandbox: 'auto' | 'off'
  /** All keys there are, by provider. */
  providers: Readonly<Record<string, readonly Account[]>>
  /** Is there another key, of who serves other things than chat, or takes real money? */
  others?: boolean
  /** The operator's own routes, by the catalogue's names; they win over the shipped ones. The next one is asked where one fails. */
  models?: Readonly<Record<string, readonly ChatRoute[]>>
  /** The models of the deployment; the catalogue's when not given. */
  shelf?: ChatShelf
}

/** One way to an answer: an account, and what the vendor calls the model. */
export type ChatWay = Account & { vendor: string; upstreamModel: string; settings?: Settings }

/** Who answers for a model, the first of `ways` first. `fund` says which kind of money may pay for it. */
export type ServedChat = { provider: ChatProvider; ways: readonly [ChatWay, ...ChatWay[]]; fund: 'real' | 'sandbox' }

const PROVIDER_OF = { chatgpt: 'openai', deepseek: 'deepseek', grok: 'xai' } as const satisfies Record<ChatGroupId, string>

/** The vendor whose own model it is. */
export type ChatMaker = (typeof PROVIDER_OF)[ChatGroupId]

/** DeepSeek's models think unless they are told not to. */
const THINKS: Settings = { thinking: { type: 'enabled' } }
const ANSWERS: Settings = { thinking: { type: 'disabled' } }

/** The vendor's name of a model, where it differs from ours, and how to ask it; null where no vendor has it. */
const UPSTREAM: Readonly<Record<string, { model?: string; settings?: Settings } | null>> = {
  'gpt-4o-all': { model: 'gpt-4o' },
  [DRAWING]: null,
  'deepseek-flash': { settings: ANSWERS },
  'deepseek-r1': { settings: THINKS }
}

const sandboxChat = createSandboxChat()

/**
 * Finds who serves a model of the deployment. The sandbox serves all while no provider has a key, and on test hosts;
 * with the first key, or with the sandbox off, a model whose provider has none is served by nobody.
 * @param isTest does the question come by a test host?
 * @returns null when nobody serves it, or there is no such model
 */
export function providerFor(name: string, routing: ChatRouting, isTest = false): ServedChat | null {
  const model = findOn(routing.shelf ?? CATALOGUE_SHELF, name)
  if (model === undefined) return null
  if (isSandboxed(routing, isTest)) {
    const way = { vendor: 'sandbox', upstreamModel: name, baseURL: '', apiKey: '' }
    return { provider: sandboxChat, ways: [way], fund: 'sandbox' }
  }
  const [first, ...more] = routesOf(model, routing).flatMap(route => waysOf(route, routing))
  return first === undefined ? null : { provider: openaiChat, ways: [first, ...more], fund: 'real' }
}

/** Who made a model: the vendor that a key of a person's own may be for. */
export function makerOf({ group }: Pick<ChatModel, 'group'>): ChatMaker {
  return PROVIDER_OF[group]
}

/** Asks the maker of a model itself, with a key of a person's own; null for an operator's own model, and for one that its maker does not serve. */
export function servedByMaker(model: ChatModel, account: Account): ServedChat | null {
  const route = model.own ? null : shippedRoute(model)
  return route && { provider: openaiChat, ways: [wayOf(route, account)], fund: 'real' }
}

/**
 * The models that a person may choose here: enabled, and served by somebody.
 * @param own vendors that the person has a key of their own for
 */
export function servedModels(routing: ChatRouting, isTest = false, own: readonly string[] = []): ChatModel[] {
  const isServed = (model: ChatModel): boolean =>
    (model.own !== true && own.includes(makerOf(model))) || providerFor(model.name, routing, isTest) !== null
  return (routing.shelf ?? CATALOGUE_SHELF).models.filter(model => model.enabled && isServed(model))
}

/** Does the sandbox do the work? It gives way as soon as one real provider has a key, but not on test hosts. */
export function isSandboxed({ sandbox, providers, others = false }: ChatRouting, isTest = false): boolean {
  return sandbox === 'auto' && (isTest || (!others && Object.values(providers).every(accounts => accounts.length === 0)))
}

/** Models that each vendor is asked for, by the vendor's names, with our names that lead to them. */
export function vendorModels(vendor: string, routing: Pick<ChatRouting, 'models' | 'shelf'>): ReadonlyMap<string, readonly string[]> {
  const asked = (routing.shelf ?? CATALOGUE_SHELF).models.flatMap(model =>
    routesOf(model, routing)
      .filter(({ provider }) => provider === vendor)
      .map(route => ({ name: model.name, model: route.model }))
  )
  return new Map([...Map.groupBy(asked, each => each.model)].map(([model, each]) => [model, each.map(({ name }) => name)]))
}

/**
 * The operator's route for this name wins. A retired model goes where its successor goes, and a successor goes where the
 * operator sent the first name that it replaces: what they routed to a server of their own stays there.
 */
function routesOf(model: ChatModel, { models = {}, shelf }: Pick<ChatRouting, 'models' | 'shelf'>): readonly ChatRoute[] {
  const ofOperator = (name: string): readonly ChatRoute[] | undefined => (Object.hasOwn(models, name) ? models[name] : undefined)
  if (model.own) return shelf?.routes[model.name] ?? ofOperator(model.name) ?? []
  const current = model.becomes ?? model.name
  const before = CHAT_GROUPS.flatMap(group => group.models).find(({ becomes }) => becomes === current)
  const own = ofOperator(model.name) ?? ofOperator(current) ?? (before && ofOperator(before.name))
  const shipped = shippedRoute(model)
  return own ?? (shipped === null ? [] : [shipped])
}

function shippedRoute({ name, group, becomes = name }: ChatModel): ChatRoute | null {
  const upstream = UPSTREAM[becomes]
  if (upstream === null) return null
  const settings = (UPSTREAM[name] ?? upstream)?.settings
  return { provider: PROVIDER_OF[group], model: upstream?.model ?? becomes, ...(settings && { settings }) }
}

function waysOf(route: ChatRoute, { providers }: ChatRouting): ChatWay[] {
  const accounts = Object.hasOwn(providers, route.provider) ? (providers[route.provider] ?? []) : []
  return accounts.map(account => wayOf(route, account))
}

function wayOf({ provider, model, settings }: ChatRoute, account: Account): ChatWay {
  return { vendor: provider, upstreamModel: model, ...(settings && { settings }), ...account }
}
