import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { Message } from '#contract/conversation.ts'
import { isProblemCode, Problem } from '#core/problem.ts'
import { contentOf, loadMessages, type MessageRow } from '#servers/api/chat/messages.ts'
import { indexMessages } from '#servers/api/chat/passages.ts'
import {
  checkConversationSize,
  splitIntoBatches,
  MAX_RESPONSE_BYTES,
  updateConversationSize,
  messageSize
} from '#servers/conversations/size.ts'
import { messageBranch } from '#core/message-tree.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { ConversationTable } from '#servers/lib/database/chat-tables.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { checkChatStorage } from '#servers/lib/storage.ts'

/**
 * Maximum bytes of new words in one replacement: more than a question has, and so few that others
 * do not wait.
 */
const MAX_NEW = 200_000

/**
 * Leaves only the given messages, each after the previous one, without other versions. Messages
 * with which the shown conversation begins stay as they are. A message that now answers another one
 * becomes new. Nothing changes if all of them stay: clients send the whole conversation when they
 * rename it.
 * @throws Problem `busy` during an answer; `content_too_large` for more than a conversation may
 *   hold, or more new words than one edit may have
 */
export async function replaceMessages(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  tx: Transaction<Tables>,
  conversation: Selectable<ConversationTable>,
  messages: readonly Message[]
): Promise<void> {
  const now = clock.now()
  const { id, user_id, listed, leaf_id } = conversation
  const before = await loadMessages(tx, [id])
  if (before.some(row => row.state === 'answering'))
    throw new Problem('busy', { detail: 'an answer is being written' })
  const way = messageBranch(before, leaf_id)
  const { kept, added } = compared(way, messages, now)
  if (added.length === 0 && kept.length === way.length) return
  // The caller may have received only the newest messages, and must not delete the others
  // unknowingly.
  if (Number(conversation.size) > MAX_RESPONSE_BYTES)
    checkConversationSize(Number(conversation.size))
  checkConversationSize([...kept, ...added].reduce((sum, row) => sum + messageSize(row), 0))
  checkNew(added)
  if (added.length > 0) await checkChatStorage({ database: { db: tx }, config }, user_id)
  await setAside(tx, conversation, new Set(kept.map(row => row.id)), now)
  const next = (kept.at(-1)?.position ?? -1) + 1
  const rows = added.map((row, index) => ({ ...row, conversation_id: id, position: next + index }))
  for (const piece of splitIntoBatches(rows, messageSize))
    await tx.insertInto('message').values(piece).execute()
  const said = rows.map(row => ({ id: row.id, content: contentOf(row) }))
  if (listed === 1) await indexMessages(tx, { conversationId: id, userId: user_id }, said)
  const last = rows.at(-1)?.id ?? kept.at(-1)?.id ?? null
  await tx
    .updateTable('conversation')
    .set({ updated_at: now, leaf_id: last })
    .where('id', '=', id)
    .execute()
  await updateConversationSize(tx, id)
}

/**
 * Compares the shown conversation with the new messages: returns the rows at its beginning that
 * stay, and new rows for the messages after them.
 */
function compared(way: readonly MessageRow[], messages: readonly Message[], now: number) {
  const differs = messages.findIndex(
    ({ role, content }, index) =>
      way[index]?.role !== role || way[index]?.content !== JSON.stringify(content)
  )
  const kept = way.slice(0, differs < 0 ? messages.length : differs)
  const added: ReturnType<typeof rowOf>[] = []
  for (const message of messages.slice(kept.length))
    added.push(rowOf(message, added.at(-1)?.id ?? kept.at(-1)?.id ?? null, now))
  return { kept, added }
}

function checkNew(rows: readonly { content: string }[]): void {
  const size = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  if (size <= MAX_NEW) return
  throw new Problem('content_too_large', {
    detail: `the changed messages have ${size} bytes; the limit is ${MAX_NEW}: import longer ones`,
    issues: [{ field: 'messages', code: 'too_large' }]
  })
}

/**
 * Moves messages into a deleted conversation, which a sweep removes in pieces, since removing their
 * words from the index is slow.
 */
async function setAside(
  tx: Queries,
  conversation: Selectable<ConversationTable>,
  kept: ReadonlySet<string>,
  now: number
): Promise<void> {
  const gone = (await loadMessages(tx, [conversation.id]))
    .filter(row => !kept.has(row.id))
    .map(row => row.id)
  if (gone.length === 0) return
  const id = randomUUID()
  const { user_id, application_id, origin, model, created_at } = conversation
  const common = { user_id, application_id, origin, model, created_at }
  // The time of deletion is 0, so that nobody can restore it and the next sweep removes it.
  await tx
    .insertInto('conversation')
    .values({ ...common, id, title: '', listed: 0, deleted_at: 0, updated_at: now })
    .execute()
  await tx.updateTable('message').set({ conversation_id: id }).where('id', 'in', gone).execute()
  await tx
    .updateTable('passage')
    .set({ conversation_id: id })
    .where('message_id', 'in', gone)
    .execute()
  await updateConversationSize(tx, id)
}

/** Builds the row of a message as the client sent it. */
function rowOf({ role, content, state, error }: Message, parent_id: string | null, now: number) {
  return {
    id: randomUUID(),
    parent_id,
    role,
    content: JSON.stringify(content),
    model: null,
    reasoning: '',
    thought: null,
    state: state === 'failed' ? ('failed' as const) : ('finished' as const),
    error:
      error == null
        ? null
        : JSON.stringify({ code: isProblemCode(error.code) ? error.code : 'unknown', detail: '' }),
    run_id: null,
    created_at: now
  }
}
