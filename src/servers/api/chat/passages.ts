import { textOf, type Content } from '#core/chat.ts'
import type { Queries } from '#servers/lib/database/database.ts'

type Owner = { conversationId: string; userId: string }

/** Makes a message's words findable; pictures and files have none. */
export async function keepWords(tx: Queries, { conversationId, userId }: Owner, messageId: string, content: Content): Promise<void> {
  const text = textOf(content)
  await tx.deleteFrom('passage').where('message_id', '=', messageId).execute()
  if (text === '') return
  await tx.insertInto('passage').values({ user_id: userId, conversation_id: conversationId, message_id: messageId, text }).execute()
}

/** Makes a conversation findable by its title, and no longer by an earlier one. */
export async function keepTitle(tx: Queries, { conversationId, userId }: Owner, title: string): Promise<void> {
  await tx.deleteFrom('passage').where('conversation_id', '=', conversationId).where('message_id', 'is', null).execute()
  if (title === '') return
  await tx.insertInto('passage').values({ user_id: userId, conversation_id: conversationId, message_id: null, text: title }).execute()
}
