import { contentText, type MessageContent } from '#core/chat.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { storableText } from '#servers/lib/storable.ts'

type Owner = { conversationId: string; userId: string }

/** Adds the words of a message to the search. Images and files have none. */
export async function indexMessage(
  tx: Queries,
  { conversationId, userId }: Owner,
  messageId: string,
  content: MessageContent
): Promise<void> {
  const text = wordsOf(content)
  await tx.deleteFrom('passage').where('message_id', '=', messageId).execute()
  if (text === '') return
  await tx
    .insertInto('passage')
    .values({ user_id: userId, conversation_id: conversationId, message_id: messageId, text })
    .execute()
}

/** Adds the title of a conversation to the search in place of an earlier one. */
export async function indexTitle(
  tx: Queries,
  { conversationId, userId }: Owner,
  title: string
): Promise<void> {
  await tx
    .deleteFrom('passage')
    .where('conversation_id', '=', conversationId)
    .where('message_id', 'is', null)
    .execute()
  if (title === '') return
  await tx
    .insertInto('passage')
    .values({
      user_id: userId,
      conversation_id: conversationId,
      message_id: null,
      text: wordsOf(title)
    })
    .execute()
}

/** Rows that one statement writes. */
const BATCH = 500

/** Adds the words of many new messages to the search. */
export async function indexMessages(
  tx: Queries,
  { conversationId, userId }: Owner,
  messages: readonly { id: string; content: MessageContent }[]
): Promise<void> {
  const rows = messages
    .map(({ id, content }) => ({
      user_id: userId,
      conversation_id: conversationId,
      message_id: id,
      text: wordsOf(content)
    }))
    .filter(({ text }) => text !== '')
  for (let at = 0; at < rows.length; at += BATCH) {
    await tx
      .insertInto('passage')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}

function wordsOf(content: MessageContent): string {
  return storableText(contentText(content))
}
