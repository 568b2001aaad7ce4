import type { Selectable } from 'kysely'
import type { Conversation, ConversationRequest, Message } from '#contract/conversation.ts'
import { findGroup } from '#catalog/chat/models.ts'
import type { Content, Role } from '#core/chat.ts'
import { isProblemCode, Problem } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import type { ApiContext } from '#servers/api/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { ConversationTable, MessageTable } from '#servers/lib/database/tables.ts'

type Row = Selectable<ConversationTable>
type MessageRow = Selectable<MessageTable>

/** A person's kept conversations, newest first; with their messages unless the caller does without. */
export async function listConversations(
  { database }: ApiContext,
  userId: string,
  request: ConversationRequest,
  locale: Locale
): Promise<{ items: Conversation[]; count: number; total: number }> {
  let query = database.db.selectFrom('conversation').where('user_id', '=', userId).where('listed', '=', 1)
  if (request.ids !== undefined && request.ids.length > 0) query = query.where('id', 'in', request.ids)
  if (request.application_id !== undefined) query = query.where('application_id', '=', request.application_id)
  const group = findGroup(request.model_group)
  if (group !== undefined) {
    const names = group.models.map(model => model.name)
    query = query.where('model', 'in', names)
  }
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('updated_at', 'desc').orderBy('id').limit(request.limit).offset(request.offset).execute()
  const ids = rows.map(row => row.id)
  const messages = request.with_messages === false ? null : await messagesOf(database.db, ids)
  const items = rows.map(row => toConversation(row, messages?.filter(each => each.conversation_id === row.id) ?? null, locale))
  return { items, count: Number(counted.count), total: Number(counted.count) }
}

/** One conversation with its messages. @throws Problem `not_found` */
export async function getConversation({ database }: ApiContext, id: string, locale: Locale): Promise<Conversation> {
  const row = await database.db.selectFrom('conversation').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no conversation ${id}` })
  return toConversation(row, await messagesOf(database.db, [id]), locale)
}

/** Changes the title, or replaces the messages, as clients do to ask again from an earlier point. */
export async function updateConversation(context: ApiContext, request: ConversationRequest, locale: Locale): Promise<Conversation> {
  const id = request.id ?? ''
  const { title, messages } = request
  if (messages !== undefined && (await context.chat.runOf(id)) !== null) throw new Problem('busy', { detail: 'an answer is being written' })
  const now = context.clock.now()
  await context.database.transaction(async tx => {
    await tx
      .updateTable('conversation')
      .set({ updated_at: now, ...(title !== undefined && { title }) })
      .where('id', '=', id)
      .execute()
    if (messages !== undefined) await replaceMessages(tx, id, messages, now)
  })
  return getConversation(context, id, locale)
}

/** Stops what still answers and removes the conversation; its receipts stay. */
export async function deleteConversation(context: ApiContext, id: string): Promise<{ id: string; success: true }> {
  await context.chat.stopConversation(id)
  await context.database.db.deleteFrom('conversation').where('id', '=', id).execute()
  return { id, success: true }
}

export function messagesOf(db: Queries, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('message').selectAll().where('conversation_id', 'in', ids).orderBy('conversation_id').orderBy('position').execute()
}

/** A stored message's content; what is stored was checked when it came. */
export function contentOf(row: Pick<MessageRow, 'content'>): Content {
  return JSON.parse(row.content) as Content
}

async function replaceMessages(tx: Queries, id: string, messages: readonly Message[], now: number): Promise<void> {
  const before = await messagesOf(tx, [id])
  await tx.deleteFrom('message').where('conversation_id', '=', id).execute()
  for (const [position, { role, content, state, error }] of messages.entries()) {
    await tx
      .insertInto('message')
      .values({
        id: crypto.randomUUID(),
        conversation_id: id,
        position,
        role: role as Role,
        content: JSON.stringify(content),
        // Clients send what they show; what a turn that stays was thought and cost is ours to keep.
        reasoning: kept(before, position, role, content)?.reasoning ?? '',
        state: state === 'failed' ? 'failed' : 'finished',
        error: error == null ? null : JSON.stringify({ code: isProblemCode(error.code) ? error.code : 'unknown', detail: '' }),
        run_id: kept(before, position, role, content)?.run_id ?? null,
        created_at: kept(before, position, role, content)?.created_at ?? now
      })
      .execute()
  }
}

function kept(before: readonly MessageRow[], position: number, role: string, content: unknown): MessageRow | undefined {
  return before.find(row => row.position === position && row.role === role && row.content === JSON.stringify(content))
}

function toConversation(row: Row, messages: readonly MessageRow[] | null, locale: Locale): Conversation {
  const answering = messages?.find(message => message.state === 'answering')?.run_id
  return {
    id: row.id,
    model: row.model,
    title: row.title,
    ...(messages !== null && { messages: messages.map(message => toMessage(message, locale)) }),
    ...(answering != null && { answering }),
    created_at: row.created_at / 1000,
    updated_at: row.updated_at / 1000
  }
}

function toMessage(row: MessageRow, locale: Locale): Message {
  const failure = row.error === null ? null : (JSON.parse(row.error) as { code: string; detail: string })
  return {
    id: row.id,
    role: row.role,
    content: contentOf(row) as Message['content'],
    state: row.state,
    created_at: row.created_at / 1000,
    ...(row.reasoning !== '' && { reasoning: row.reasoning }),
    ...(failure !== null && { error: { ...failure, message: sentences(locale, 'problem')(`problem.${failure.code}`) } })
  }
}
