import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Message } from '#contract/conversation.ts'
import { isProblemCode, Problem } from '#core/problem.ts'
import { contentOf, messagesOf, type MessageRow } from '#servers/api/chat/messages.ts'
import { keepAllWords } from '#servers/api/chat/passages.ts'
import { wayTo } from '#core/message-tree.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { ConversationTable } from '#servers/lib/database/chat-tables.ts'

/**
 * Leaves only the given messages, each following the one before it: all versions go. Those with which the way that is
 * shown begins keep their ids, and what is known of them; one that answers something else now is another. Where all of
 * them stay, nothing changes: clients send the whole conversation along when they give it another name.
 * @throws Problem `busy` while an answer is being written
 */
export async function replaceMessages(
  tx: Queries,
  conversation: Selectable<ConversationTable>,
  messages: readonly Message[],
  now: number
): Promise<void> {
  const { id, user_id, listed, leaf_id } = conversation
  const before = await messagesOf(tx, [id])
  if (before.some(row => row.state === 'answering')) throw new Problem('busy', { detail: 'an answer is being written' })
  const way = wayTo(before, leaf_id)
  const rows: MessageRow[] = []
  for (const [position, message] of messages.entries()) {
    const parent_id = rows.at(-1)?.id ?? null
    const same = parent_id === (way[position - 1]?.id ?? null) ? way[position] : undefined
    rows.push({ ...rowOf(message, same, now), conversation_id: id, position, parent_id })
  }
  if (rows.length === way.length && rows.at(-1)?.id === leaf_id) return
  await tx.deleteFrom('message').where('conversation_id', '=', id).execute()
  for (const row of rows) await tx.insertInto('message').values(row).execute()
  const said = rows.map(row => ({ id: row.id, content: contentOf(row) }))
  if (listed === 1) await keepAllWords(tx, { conversationId: id, userId: user_id }, said)
  await tx
    .updateTable('conversation')
    .set({ updated_at: now, leaf_id: rows.at(-1)?.id ?? null })
    .where('id', '=', id)
    .execute()
}

/** Clients send what they show; what a message that stays was thought and cost is ours to keep. */
function rowOf({ role, content, state, error }: Message, before: MessageRow | undefined, now: number) {
  const text = JSON.stringify(content)
  const kept = before?.role === role && before.content === text ? before : null
  return {
    id: kept?.id ?? randomUUID(),
    role,
    content: text,
    model: kept?.model ?? null,
    reasoning: kept?.reasoning ?? '',
    thought: kept?.thought ?? null,
    state: state === 'failed' ? ('failed' as const) : ('finished' as const),
    error: error == null ? null : JSON.stringify({ code: isProblemCode(error.code) ? error.code : 'unknown', detail: '' }),
    run_id: kept?.run_id ?? null,
    created_at: kept?.created_at ?? now
  }
}
