import { z } from '@hono/zod-openapi'
import { conversationSchema } from '#contract/conversation.ts'
import { Problem } from '#core/problem.ts'
import { listedConversation } from '#servers/api/chat/list.ts'
import { removeConversations } from '#servers/conversations/size.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Milliseconds for which a deleted conversation can be brought back. */
const RESTORABLE_FOR = 3_600_000

/** Conversations removed at a time: each may have many messages. */
const BATCH = 50

/** Takes a conversation out of every call and stops what still answers in it. For a while it can be brought back; its receipts stay. */
export async function deleteConversation(
  context: ApiContext,
  id: string
): Promise<{ id: string; success: true }> {
  const { chat, clock, database } = context
  // First of all, so that nothing new is asked in it.
  await database.db
    .updateTable('conversation')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .execute()
  await chat.stopConversation(id)
  return { id, success: true }
}

/** Removes for good what was deleted long enough ago, with its messages, its words and its shared link. */
export async function sweepDeleted(db: Queries, now: number): Promise<void> {
  const old = db
    .selectFrom('conversation')
    .select('id')
    .where('deleted_at', '<', now - RESTORABLE_FOR)
    .limit(BATCH)
  await removeConversations(
    db,
    (await old.execute()).map(({ id }) => id)
  )
}

/** Brings a deleted conversation back to where it was in the list. */
export const restoreRoute = apiRoute({
  method: 'post',
  path: '/aichat/conversations/{id}/restore',
  summary: 'Bring back a conversation that was deleted within the last hour',
  who: 'either',
  rows: [{ noun: 'deleted_conversation', in: 'params', field: 'id' }],
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: conversationSchema,
  handle: async ({
    context,
    locale,
    input: {
      params: { id }
    }
  }) => {
    const { numUpdatedRows } = await context.database.db
      .updateTable('conversation')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('deleted_at', '>=', context.clock.now() - RESTORABLE_FOR)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new Problem('not_found', { detail: `no deleted_conversation ${id}` })
    return listedConversation(context.database.db, id, locale)
  }
})
