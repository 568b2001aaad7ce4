import { findModel } from '#catalog/chat/models.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroupId, ChatModel } from '#core/chat.ts'
import type { ChatProvider } from '#core/provider.ts'
import { openaiChat } from '#providers/openai.ts'
import { createSandboxChat } from '#providers/sandbox-chat.ts'

export type ChatProviderName = 'openai' | 'deepseek' | 'xai'

/** Which provider serves a model, and what the vendor calls it. */
export type ChatRoute = { provider: ChatProviderName; model: string }

/** What routing needs of the configuration. */
export type ChatRouting = {
  sandbox: 'auto' | 'off'
  providers: Partial<Record<ChatProviderName, { baseURL: string; apiKey: string }>>
  /** The operator's own routes, by the catalogue's names; they win over the shipped ones. */
  models?: Readonly<Record<string, ChatRoute>>
}

/** Who answers for a model. `fund` says which kind of money may pay for it. */
export type ServedChat = { provider: ChatProvider; upstreamModel: string; baseURL: string; apiKey: string; fund: 'real' | 'sandbox' }

const PROVIDER_OF: Record<ChatGroupId, ChatProviderName> = { chatgpt: 'openai', deepseek: 'deepseek', grok: 'xai' }

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
  if (isSandboxed(routing, isTest)) return { provider: sandboxChat, upstreamModel: name, baseURL: '', apiKey: '', fund: 'sandbox' }
  const route = routeOf(model, routing)
  const keys = routing.providers[route.provider]
  return keys === undefined ? null : { provider: openaiChat, upstreamModel: route.model, ...keys, fund: 'real' }
}

/** The models that a person may choose here: enabled in the catalogue, and served by somebody. */
export function servedModels(routing: ChatRouting, isTest = false): ChatModel[] {
  return CHAT_GROUPS.flatMap(group => group.models).filter(model => model.enabled && providerFor(model.name, routing, isTest) !== null)
}

/** Does the sandbox do the work? It gives way as soon as one real provider has a key, but not on test hosts. */
export function isSandboxed({ sandbox, providers }: ChatRouting, isTest = false): boolean {
  return sandbox === 'auto' && (isTest || Object.values(providers).every(keys => keys === undefined))
}

function routeOf({ name, group }: ChatModel, { models = {} }: ChatRouting): ChatRoute {
  const own = Object.hasOwn(models, name) ? models[name] : undefined
  return own ?? { provider: PROVIDER_OF[group], model: UPSTREAM[name] ?? name }
}
