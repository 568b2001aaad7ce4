import type { Selectable } from 'kysely'
import type { MessageContent } from '#core/chat.ts'
import type { ChatTurn } from '#core/provider.ts'
import { parseJson } from '#core/whole-text.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { MessageTable } from '#servers/lib/database/chat-tables.ts'

export type MessageRow = Selectable<MessageTable>

/** Reads all versions of all messages of some conversations, each conversation's in its order. */
export function loadMessages(db: Queries, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', 'in', ids)
    .orderBy('conversation_id')
    .orderBy('position')
    .execute()
}

/**
 * Returns the content of a stored message. New messages are checked on arrival, but older ones may
 * contain half a surrogate pair.
 */
export function contentOf(row: Pick<MessageRow, 'content'>): MessageContent {
  return parseJson(row.content) as MessageContent
}

/** Returns a stored message as a provider gets it. */
export function turnOf(row: Pick<MessageRow, 'role' | 'content'>): ChatTurn {
  return { role: row.role, content: contentOf(row) }
}
