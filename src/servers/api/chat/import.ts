import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { findGroup } from '#catalog/chat/models.ts'
import { servedModels } from '#catalog/chat/provider.server.ts'
import { chat as service } from '#catalog/chat/service.ts'
import { findShelfModel, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { Conversation, ConversationRequest } from '#contract/conversation.ts'
import { deriveTitle, contentText, type ChatModel } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import { isServiceOffered, type SiteSwitches } from '#core/switches.ts'
import type { Locale } from '#i18n/locale.ts'
import { getConversation } from '#servers/api/chat/conversations.ts'
import { parseImport, type ImportedMessageRow } from '#servers/api/chat/import-messages.ts'
import { indexMessages, indexTitle } from '#servers/api/chat/passages.ts'
import {
  splitIntoBatches,
  updateConversationSize,
  messageSize
} from '#servers/conversations/size.ts'
import type { ConversationRow } from '#servers/api/chat/rows.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { ApiContext } from '#servers/api/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { checkChatStorage } from '#servers/lib/storage.ts'
import { routingOf } from '#servers/lib/serving.ts'

/** The user who imports a conversation, and the site. */
export type Importer = {
  userId: string
  applicationId: string
  origin: string
  /** The call came through a test host. */
  test: boolean
  /** The services and models that the sites of the call offer. */
  offered: SiteSwitches
  locale: Locale
}

/**
 * Imports a conversation from elsewhere with all its versions. It costs nothing. It is written in
 * pieces, so that no other query waits long, and it is shown once it is complete. A sweep removes
 * an import that was interrupted.
 * @throws Problem `bad_request` naming each wrong field; `content_too_large`
 */
export async function importConversation(
  context: ApiContext,
  body: ConversationRequest,
  importer: Importer
): Promise<Conversation> {
  const now = context.clock.now()
  const { messages, leaf } = parseImport(body, now)
  const size = messages.reduce(
    (sum, { content, reasoning }) =>
      sum + messageSize({ content: JSON.stringify(content), reasoning }),
    0
  )
  await checkChatStorage(context, importer.userId, size)
  const fresh = randomUUID()
  const owner = { conversationId: fresh, userId: importer.userId }
  const first = messages.find(({ role }) => role === 'user')?.content ?? ''
  const title = body.title?.trim() || deriveTitle(contentText(first))
  const { database } = context
  const { name: model } = chooseModel(context, await readShelf(context), body, importer)
  await insertHidden(context, importer, body, {
    id: fresh,
    model,
    title,
    leaf_id: leaf,
    created_at: Math.min(now, ...messages.map(message => message.createdAt)),
    updated_at: now
  })
  await writeInPieces(context, owner, messages)
  // The copy becomes visible in the same transaction that records the key. If the process dies
  // before, a repeated call starts again, and the sweeper removes the copy.
  const id = await commitEffect(database, async tx => {
    // In the list, the conversation appears at the time of its last message.
    const updated_at = Math.max(...messages.map(message => message.createdAt))
    await tx
      .updateTable('conversation')
      .set({ listed: 1, updated_at })
      .where('id', '=', fresh)
      .execute()
    await updateConversationSize(tx, fresh)
    await indexTitle(tx, owner, title)
    return fresh
  })
  return getConversation(context, id, importer.locale)
}

type NewRow = Pick<
  ConversationRow,
  'id' | 'model' | 'title' | 'leaf_id' | 'created_at' | 'updated_at'
>

/** Creates a conversation that no list shows yet. */
async function insertHidden(
  { database }: ApiContext,
  { userId, applicationId, origin }: Importer,
  { pinned, preset, temperature }: ConversationRequest,
  row: NewRow
): Promise<void> {
  await database.db
    .insertInto('conversation')
    .values({
      ...row,
      user_id: userId,
      application_id: applicationId,
      origin,
      pinned: pinned === true ? 1 : 0,
      preset: preset ?? '',
      temperature: temperature ?? null,
      listed: 0
    })
    .execute()
}

/** Writes messages with their search words. Other requests get their turn between the pieces. */
async function writeInPieces(
  { database }: ApiContext,
  owner: { conversationId: string; userId: string },
  messages: readonly ImportedMessageRow[]
): Promise<void> {
  const lengthOf = ([, { content }]: [number, ImportedMessageRow]): number =>
    JSON.stringify(content).length
  for (const piece of splitIntoBatches([...messages.entries()], lengthOf)) {
    await database.transaction(async tx => {
      await writeMessages(tx, owner.conversationId, piece)
      const words = piece.map(([, message]) => message)
      await indexMessages(tx, owner, words)
    })
    await setImmediate()
  }
}

async function writeMessages(
  tx: Queries,
  conversationId: string,
  messages: readonly [position: number, ImportedMessageRow][]
): Promise<void> {
  const rows = messages.map(
    ([position, { id, parentId, role, model, content, reasoning, thought, createdAt }]) => ({
      id,
      conversation_id: conversationId,
      position,
      parent_id: parentId,
      role,
      model,
      content: JSON.stringify(content),
      reasoning,
      thought,
      state: 'finished' as const,
      error: null,
      run_id: null,
      created_at: createdAt
    })
  )
  await tx.insertInto('message').values(rows).execute()
}

/**
 * Chooses the conversation's model: the imported one if this deployment knows it, or else the first
 * model of its group that a provider serves.
 */
function chooseModel(
  context: ApiContext,
  shelf: ChatShelf,
  { model = '', model_group }: ConversationRequest,
  { offered, test }: Importer
): ChatModel {
  const isOn = ({ group }: Pick<ChatModel, 'group'>): boolean =>
    isServiceOffered(offered, service.id, group)
  const own = findShelfModel(shelf, model)
  if (own !== undefined && isOn(own)) return own
  const all = shelf.models.filter(each => each.enabled)
  const served = servedModels(routingOf(context, shelf), test)
  const wanted = own?.group ?? findGroup(model_group)?.id
  const inOrder = [served, all]
    .flatMap(models => [...models.filter(({ group }) => group === wanted), ...models])
    .filter(isOn)
  const [first] = inOrder
  if (first === undefined)
    throw new Problem('api_not_implemented', { detail: 'no chat model is offered here' })
  return first
}
