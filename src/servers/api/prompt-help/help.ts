import { isSandboxActive } from '#catalog/chat/provider.server.ts'
import { chat as service } from '#catalog/chat/service.ts'
import {
  PROMPT_TASKS,
  type HelpedPrompt,
  type PromptHelp,
  type PromptOffers,
  type PromptTask
} from '#contract/prompt-help.ts'
import type { ChatModel } from '#core/chat.ts'
import { microToCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { ChatTurn } from '#core/provider.ts'
import { estimateQuestionCost } from '#core/question-cost.ts'
import { offeredModels } from '#servers/api/chat/offered.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { promptInstruction } from '#servers/api/prompt-help/instructions.ts'
import { collectCompletion } from '#servers/api/v1/completion.ts'
import { inlineOwnFiles } from '#servers/api/v1/own-files.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import { paysFor } from '#servers/lib/credential.ts'
import { findServiceByName } from '#servers/lib/own-services.ts'
import type { RouteCall } from '#servers/lib/route.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { checkOffered, findCallOrigin, findCallSites } from '#servers/lib/site-terms.ts'

type Empty = { params: undefined; query: undefined; body: undefined }
type OffersCall = RouteCall<ApiContext, 'anyone', Empty>
type HelpCall = RouteCall<
  ApiContext,
  'credential',
  { params: undefined; query: undefined; body: PromptHelp }
>

/** Longest answer in tokens: a long prompt, and what a reasoning model thinks before it. */
const MAX_OUTPUT = 4000

/** Characters of a medium prompt with its instruction, for the estimated cost. */
const MEDIUM = 800

/** Returns which models would help, and about what that costs. */
export async function listPromptOffers(call: OffersCall): Promise<PromptOffers> {
  const models = await realModels(call)
  const offers = PROMPT_TASKS.map(task => {
    const model = cheapestFor(task, models)
    return [task, model === undefined ? null : offerOf(model)]
  })
  return Object.fromEntries(offers) as PromptOffers
}

function offerOf({ name, label, price }: ChatModel): PromptOffers[PromptTask] {
  const cost = estimateQuestionCost(price, ' '.repeat(MEDIUM))
  return { model: name, label, credits: microToCredits(cost) }
}

/**
 * Lets the cheapest model that can do it write a prompt. It is charged like any other answer. As
 * with `/v1`, no list of chats shows it.
 * @throws Problem `not_found` if no model can do it; the problem of the failed answer
 */
export async function helpWithPrompt(call: HelpCall): Promise<HelpedPrompt> {
  const { context, credential, input, traceId, url, locale, once, signal } = call
  const { task, text, image_url, service: tool } = input.body
  if (!paysFor(credential, service))
    throw new Problem('token_mismatched', { detail: 'this credential belongs to another service' })
  const sites = await findCallSites(context, call)
  checkOffered(await context.terms.offer(sites), service.id)
  const model = cheapestFor(task, await realModels(call))
  if (model === undefined)
    throw new Problem('not_found', { detail: `no model can ${task} a prompt` })
  const medium = (await findServiceByName(context, tool ?? ''))?.medium ?? 'image'
  const turns = await inlineOwnFiles(context, credential, model.name, [
    { role: 'system', content: promptInstruction(task, medium) },
    questionTurn(text, task === 'describe' ? image_url : undefined)
  ])
  const { conversationId, runId } = await context.chat.ask({
    caller: credential,
    origin: await findCallOrigin(context, call),
    sites,
    traceId,
    test: url.origin === context.config.testHosts.api,
    locale,
    text: '',
    model: model.name,
    references: [],
    conversationId: undefined,
    preset: undefined,
    temperature: null,
    parentId: undefined,
    regenerate: undefined,
    continue: undefined,
    keep: false,
    inOne: true,
    once,
    whole: { turns, maxOutput: Math.min(MAX_OUTPUT, model.maxOutput), settings: {} }
  })
  const stop = (): void => void context.chat.stopConversation(conversationId).catch(() => undefined)
  // Nobody can read the answer later, unless the call is repeated with its key.
  if (once === null) signal.addEventListener('abort', stop, { once: true })
  const about = { id: runId, created: 0, model: model.name }
  const answer = await collectCompletion(context.events.follow(runId, 0, signal), about)
  const written = cleanPrompt(answer?.choices[0]?.message.content ?? '')
  if (written === '') throw new Problem('api_error', { detail: 'the model wrote no prompt' })
  return { text: written, model: model.name }
}

function questionTurn(text: string, image: string | undefined): ChatTurn {
  const words = text.trim() || 'Describe this image.'
  if (image === undefined) return { role: 'user', content: words }
  return {
    role: 'user',
    content: [
      { type: 'image_url', image_url: image },
      { type: 'text', text: words }
    ]
  }
}

/** A text in quotation marks, which has none inside. */
const QUOTED = /^["“„«`]([^"“”„«»`]*)["“”»`]$/

/** Removes the quotation marks that models put around a prompt although they were asked not to. */
export function cleanPrompt(text: string): string {
  const plain = text.trim()
  return (QUOTED.exec(plain)?.[1] ?? plain).trim()
}

/** Lists the offered models of real providers. The sandbox answers with words about itself. */
async function realModels(call: OffersCall | HelpCall): Promise<ChatModel[]> {
  const { context, url } = call
  const routing = routingOf(context, await readShelf(context))
  if (isSandboxActive(routing, url.origin === context.config.testHosts.api)) return []
  return offeredModels(context, call)
}

function cheapestFor(task: PromptTask, models: readonly ChatModel[]): ChatModel | undefined {
  return models
    .filter(model => task !== 'describe' || model.isImageSupported)
    .toSorted(
      (one, other) => estimateQuestionCost(one.price, '') - estimateQuestionCost(other.price, '')
    )[0]
}
