import { findModel } from '#catalog/chat/models.ts'
import { loadConversation } from '#client/chat.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { loadTaskPage } from '#client/tool.server.ts'
import type { ComparedRun, SavedComparison } from '#contract/comparison.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { isServiceOffered } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { priceOfModel } from '#islands/compare-prices.ts'
import type { ComparedSide, CompareModel } from '#islands/compare-props.ts'
import { comparedTitle } from '#sections/compare/models.server.ts'
import { findTool } from '#sections/shared/find-tool.server.ts'

/**
 * Loads what each model of a comparison has made so far. A result that its user has deleted is
 * missing, and so is a tool that the site no longer has.
 * @param chats the chat models of the site
 */
export function loadSides(
  hub: HubRequest,
  { models, prompt }: SavedComparison,
  chats: readonly CompareModel[]
): Promise<ComparedSide[]> {
  return Promise.all(
    models.map(model =>
      model.service === CHAT_SERVICE.id
        ? chatSide(hub, model, prompt, chats)
        : toolSide(hub, model, prompt, chats)
    )
  )
}

async function chatSide(
  hub: HubRequest,
  run: ComparedRun,
  prompt: string,
  chats: readonly CompareModel[]
): Promise<ComparedSide> {
  const { model, service, conversation_id: id } = run
  const price = chats.find(each => each.model === model)?.price ?? findModel(model)?.price
  const conversation = id === null ? null : await loadConversation(hub, id)
  // The user may have carried on; the first answer is the one that was compared.
  const answer = conversation?.messages?.find(({ role }) => role === 'assistant') ?? null
  const group = findModel(model)?.group ?? 'chatgpt'
  return {
    title: comparedTitle(hub, run, chats),
    service: null,
    offered: chats.some(each => each.model === model),
    quote: priceOfModel({ service, model, price: price ?? { input: 0, output: 0 } }, {}, prompt),
    answer,
    chat: conversation === null ? '' : localizePath(`/${group}/conversations/${id}`, hub.locale),
    task: null
  }
}

async function toolSide(
  hub: HubRequest,
  run: ComparedRun,
  prompt: string,
  chats: readonly CompareModel[]
): Promise<ComparedSide> {
  const { model, run_id } = run
  const service = (await findTool(hub, run.service)) ?? null
  const found =
    service === null || run_id === null ? null : await loadTaskPage(hub, service, 1, run_id)
  const tools = service === null ? {} : { [run.service]: service }
  return {
    title: comparedTitle(hub, run, chats),
    service,
    offered: service !== null && isServiceOffered(hub.site, service.id),
    quote: priceOfModel({ service: run.service, model, price: null }, tools, prompt),
    answer: null,
    chat: '',
    task: found?.items[0] ?? null
  }
}
