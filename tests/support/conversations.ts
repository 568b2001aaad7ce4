import { indexTitle, indexMessage } from '#servers/api/chat/passages.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Written = {
  id?: string
  title?: string
  /** The messages, alternately by the user and the assistant; none if omitted. */
  said?: readonly string[]
  model?: string
  pinned?: boolean
  /** Time of the conversation in unix milliseconds. */
  at?: number
  listed?: boolean
}

/**
 * Writes a conversation as if a user had asked.
 * @returns its id
 */
export async function writeConversation(
  db: Queries,
  userId: string,
  written: Written
): Promise<string> {
  const {
    id = crypto.randomUUID(),
    title = 'T',
    said = [],
    model = 'gpt-5-all',
    pinned = false,
    at = 1,
    listed = true
  } = written
  const times = { created_at: at, updated_at: at }
  const row = {
    id,
    user_id: userId,
    application_id: 'a',
    origin: '',
    model,
    title,
    listed: listed ? 1 : 0,
    pinned: pinned ? 1 : 0
  }
  await db
    .insertInto('conversation')
    .values({ ...row, ...times })
    .execute()
  const owner = { conversationId: id, userId }
  await indexTitle(db, owner, title)
  for (const [position, text] of said.entries()) {
    const message = crypto.randomUUID()
    const role = position % 2 === 0 ? ('user' as const) : ('assistant' as const)
    await db
      .insertInto('message')
      .values({
        id: message,
        conversation_id: id,
        position,
        role,
        content: JSON.stringify(text),
        reasoning: '',
        state: 'finished',
        error: null,
        run_id: null,
        created_at: at
      })
      .execute()
    await indexMessage(db, owner, message, text)
  }
  return id
}

/** Writes many conversations without messages; the last one is the newest. */
export async function writeMany(
  db: Queries,
  userId: string,
  count: number,
  model = 'gpt-5-all'
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `${userId}-${model}-${String(index).padStart(6, '0')}`,
    user_id: userId,
    application_id: 'a',
    origin: '',
    model,
    title: `Conversation ${index}`,
    listed: 1,
    created_at: index + 1,
    updated_at: index + 1
  }))
  for (let at = 0; at < rows.length; at += 1000)
    await db
      .insertInto('conversation')
      .values(rows.slice(at, at + 1000))
      .execute()
}
