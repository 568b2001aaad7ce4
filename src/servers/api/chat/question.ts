import { IMAGE_MODEL_NAME } from '#catalog/chat/models.ts'
import { isSandboxActive, backendFor, type ChatBackend } from '#catalog/chat/provider.server.ts'
import { chat } from '#catalog/chat/service.ts'
import { findShelfModel, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { MAX_QUESTION, type ChatModel, type MessageContent } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ReceivedQuestion } from '#servers/api/chat/asked.ts'
import { collectPrompt } from '#servers/api/chat/prompt.ts'
import { readReferences } from '#servers/api/chat/references.ts'
import { questionContent } from '#servers/api/chat/turns.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { checkPrompt } from '#servers/lib/moderation.ts'
import { findOwnKeyVendor } from '#servers/lib/own-keys.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { checkChatStorage } from '#servers/lib/storage.ts'
import { checkOffered } from '#servers/lib/site-terms.ts'

/** A question that has passed all checks. */
export type CheckedQuestion = {
  model: ChatModel
  served: ChatBackend
  /** The answer is paid with the user's own provider key, not with credits. */
  own: boolean
  /** The question's text with its files. */
  content: MessageContent
}

/**
 * Checks everything that needs no transaction: the text, the model, the site, the files and the
 * moderation.
 * @throws Problem; nothing is kept or charged then
 */
export async function checkQuestion(
  context: Context,
  question: ReceivedQuestion
): Promise<CheckedQuestion> {
  const { regenerate, continue: goesOn, whole, sites, caller } = question
  const isNew = regenerate === undefined && goesOn === undefined && whole === undefined
  if (isNew) checkText(question.text)
  const shelf = await readShelf(context)
  const name = question.model || (await modelOf(context, question.conversationId))
  const model = checkModel(shelf, name, question)
  checkOffered(await context.terms.offer(sites), chat.id, model.group)
  const { served, own } = await whoServes(context, shelf, question, model)
  if (question.keep) await checkChatStorage(context, caller.userId)
  const files = isNew ? await readReferences(context, question, model) : []
  const content = questionContent(question.text, files)
  await checkPrompt(context, sites, () => collectPrompt(context, question, content))
  return { model, served, own, content }
}

/**
 * Chooses who answers. The user's own key comes first: a question that fails with it is never asked
 * with another key.
 * @throws Problem `api_not_implemented`
 */
async function whoServes(
  context: Context,
  shelf: ChatShelf,
  question: ReceivedQuestion,
  model: ChatModel
): Promise<{ served: ChatBackend; own: boolean }> {
  const { test, sites, caller } = question
  const routing = routingOf(context, shelf)
  const own = test ? null : await findOwnKeyVendor(context, caller.userId, sites, model)
  if (own !== null)
    return { served: { ...own, fund: isSandboxActive(routing) ? 'sandbox' : 'real' }, own: true }
  const served = backendFor(model.name, routing, test)
  if (served === null) throw new Problem('api_not_implemented', { detail: whyNot(model) })
  return { served, own: false }
}

function whyNot({ name }: ChatModel): string {
  if (name === IMAGE_MODEL_NAME)
    return `${name} cannot generate images in chat: use POST /v1/images/generations`
  return `no provider serves ${name} here`
}

function checkText(text: string): void {
  if (text === '')
    throw new Problem('bad_request', {
      detail: 'question is empty',
      issues: [{ field: 'question', code: 'required' }]
    })
  if (text.length > MAX_QUESTION) {
    throw new Problem('content_too_large', {
      detail: `question has ${text.length} characters; the limit is ${MAX_QUESTION}`,
      issues: [{ field: 'question', code: 'too_long' }]
    })
  }
}

/** Returns the model of a conversation; empty for a new one. */
async function modelOf({ database }: Context, conversationId: string | undefined): Promise<string> {
  if (conversationId === undefined) return ''
  const row = await database.db
    .selectFrom('conversation')
    .select('model')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  return row?.model ?? ''
}

function checkModel(shelf: ChatShelf, name: string, question: ReceivedQuestion): ChatModel {
  const { current = false, model: given } = question
  const model = findShelfModel(shelf, name)
  if (model === undefined) {
    const ended = shelf.ended.find(each => each.name === name)
    // The sentence of `model_gone` asks the user to reload the page. A program that names a wrong
    // model has no page, so it gets `not_allowed`.
    const wasThere = ended !== undefined || current || given === ''
    throw wrongModel(
      name === '' ? 'required' : wasThere ? 'model_gone' : 'not_allowed',
      ended === undefined ? `there is no model "${name}"` : whyEnded(ended, shelf)
    )
  }
  if (current && model.becomes !== undefined)
    throw wrongModel('model_replaced', `${model.becomes} answers in place of ${name}`)
  return model
}

function whyEnded({ name, until }: ChatModel, { dropped }: ChatShelf): string {
  const day = until === undefined ? '' : ` on ${until}`
  const why = dropped.has(name) ? `no provider offers ${name} any more` : `${name} ended${day}`
  return `${why}, and no model replaces it`
}

function wrongModel(code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field: 'model', code }] })
}
