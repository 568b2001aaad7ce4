import { findModel } from '#catalog/chat/models.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroupId, ChatModel } from '#core/chat.ts'
import type { ChatProvider } from '#core/provider.ts'
import { openaiChat } from '#providers/openai.ts'
import { createSandboxChat } from '#providers/sandbox-chat.ts'

/** Which provider serves a model, by a name of the configuration, and what the vendor calls it. */
export type ChatRoute = { provider: string; model: string }

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
}

/** One way to an answer: an account, and what the vendor calls the model. */
export type ChatWay = Account & { vendor: string; upstreamModel: string }

/** Who answers for a model, the first of `ways` first. `fund` says which kind of money may pay for it. */
export type ServedChat = { provider: ChatProvider; ways: readonly [ChatWay, ...ChatWay[]]; fund: 'real' | 'sandbox' }

const PROVIDER_OF = { chatgpt: 'openai', deepseek: 'deepseek', grok: 'xai' } as const satisfies Record<ChatGroupId, string>

/** The vendor whose own model it is. */
export type ChatMaker = (typeof PROVIDER_OF)[ChatGroupId]

/** Models that their vendor calls otherwise. */
const UPSTREAM: Readonly<Record<string, string>> = {
  'gpt-5-all': 'gpt-5',
  'gpt-4o-all': 'gpt-4o',
  'gpt-4-all': 'gpt-4',
  'gpt-4o-image': 'gpt-4o',
  'deepseek-v3': 'deepseek-chat',
  'deepseek-r1': 'deepseek-reasoner',
  'grok-3-reasoning': 'grok-3-mini',
  'grok-3-deepsearch': 'grok-3'
}

const sandboxChat = createSandboxChat()

/**
 * Finds who serves a model of the catalogue. The sandbox serves all while no provider has a key, and on test hosts;
 * with the first key, or with the sandbox off, a model whose provider has none is served by nobody.
 * @param isTest does the question come by a test host?
 * @returns null when nobody serves it, or the catalogue does not know it
 */
export function providerFor(name: string, routing: ChatRouting, isTest = false): ServedChat | null {
  const model = findModel(name)
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

/** Asks the maker of a model itself, with a key of a person's own. */
export function servedByMaker(model: ChatModel, account: Account): ServedChat {
  const { provider, model: upstreamModel } = shippedRoute(model)
  return { provider: openaiChat, ways: [{ vendor: provider, upstreamModel, ...account }], fund: 'real' }
}

/**
 * The models that a person may choose here: enabled in the catalogue, and served by somebody.
 * @param own vendors that the person has a key of their own for
 */
export function servedModels(routing: ChatRouting, isTest = false, own: readonly string[] = []): ChatModel[] {
  const isServed = (model: ChatModel): boolean => own.includes(makerOf(model)) || providerFor(model.name, routing, isTest) !== null
  return CHAT_GROUPS.flatMap(group => group.models).filter(model => model.enabled && isServed(model))
}

/** Does the sandbox do the work? It gives way as soon as one real provider has a key, but not on test hosts. */
export function isSandboxed({ sandbox, providers, others = false }: ChatRouting, isTest = false): boolean {
  return sandbox === 'auto' && (isTest || (!others && Object.values(providers).every(accounts => accounts.length === 0)))
}

function routesOf(model: ChatModel, { models = {} }: ChatRouting): readonly ChatRoute[] {
  const own = Object.hasOwn(models, model.name) ? models[model.name] : undefined
  return own ?? [shippedRoute(model)]
}

function shippedRoute({ name, group }: ChatModel): ChatRoute {
  return { provider: PROVIDER_OF[group], model: UPSTREAM[name] ?? name }
}

function waysOf({ provider, model }: ChatRoute, { providers }: ChatRouting): ChatWay[] {
  const accounts = Object.hasOwn(providers, provider) ? (providers[provider] ?? []) : []
  return accounts.map(account => ({ vendor: provider, upstreamModel: model, ...account }))
}
