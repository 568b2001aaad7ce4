import { setImmediate } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import { contentText, type MessageContent } from '#core/chat.ts'
import { splitIntoBatches } from '#servers/conversations/size.ts'
import { passageGrams } from '#servers/conversations/words.ts'
import type { PassageTable } from '#servers/lib/database/chat-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { storableText } from '#servers/lib/storable.ts'

type Owner = { conversationId: string; userId: string }

/** Adds the words of a message to the search. Images and files have none. */
export async function indexMessage(
  tx: Queries,
  owner: Owner,
  messageId: string,
  content: MessageContent
): Promise<void> {
  await tx.deleteFrom('passage').where('message_id', '=', messageId).execute()
  await indexMessages(tx, owner, [{ id: messageId, content }])
}

/** Adds the title of a conversation to the search in place of an earlier one. */
export async function indexTitle(tx: Queries, owner: Owner, title: string): Promise<void> {
  await tx
    .deleteFrom('passage')
    .where('conversation_id', '=', owner.conversationId)
    .where('message_id', 'is', null)
    .execute()
  if (title === '') return
  const row = toRow(owner, null, storableText(title))
  await tx.insertInto('passage').values(row).execute()
}

/** Adds the words of many new messages to the search. Other requests get their turn in between. */
export async function indexMessages(
  tx: Queries,
  owner: Owner,
  messages: readonly { id: string; content: MessageContent }[]
): Promise<void> {
  const texts = messages
    .map(({ id, content }) => ({ id, text: storableText(contentText(content)) }))
    .filter(({ text }) => text !== '')
  for (const piece of splitIntoBatches(texts, ({ text }) => Buffer.byteLength(text))) {
    const rows = piece.map(({ id, text }) => toRow(owner, id, text))
    await tx.insertInto('passage').values(rows).execute()
    if (texts.length > piece.length) await setImmediate()
  }
}

/** Rows in memory at a time. */
const PAGE = 100

/** Gives the words of a guest to the account that the guest signed up for. */
export async function transferPassages(tx: Queries, from: string, to: string): Promise<void> {
  for (let moved = PAGE; moved === PAGE;) {
    const rows = await tx
      .selectFrom('passage')
      .select(['id', 'message_id', 'text'])
      .where('user_id', '=', from)
      .limit(PAGE)
      .execute()
    // The numbers of words differ from user to user.
    for (const { id, ...row } of rows) {
      const grams = passageGrams({ ...row, user_id: to })
      await tx.updateTable('passage').set({ user_id: to, grams }).where('id', '=', id).execute()
    }
    moved = rows.length
  }
}

function toRow(
  { conversationId, userId }: Owner,
  message_id: string | null,
  text: string
): Insertable<PassageTable> {
  const row = { user_id: userId, message_id, text }
  return { ...row, conversation_id: conversationId, grams: passageGrams(row) }
}
