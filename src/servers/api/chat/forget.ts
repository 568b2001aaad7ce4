import { z } from '@hono/zod-openapi'
import { conversationSchema } from '#contract/conversation.ts'
import { Problem } from '#core/problem.ts'
import { listedConversation } from '#servers/api/chat/list.ts'
import { removeConversations } from '#servers/conversations/size.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Milliseconds for which a user can restore a deleted conversation. */
const RESTORABLE_FOR = 3_600_000

/** Conversations that one sweep removes, since each may have many messages. */
const BATCH = 50

/**
 * Removes a conversation from all calls and stops its running answer. The user can restore it for a
 * while; its receipts stay.
 */
export async function deleteConversation(
  context: ApiContext,
  id: string
): Promise<{ id: string; success: true }> {
  const { chat, clock, database } = context
  // The conversation is marked as deleted before its answer is stopped, so that no new question can
  // begin.
  await database.db
    .updateTable('conversation')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .execute()
  await chat.stopConversation(id)
  return { id, success: true }
}

/**
 * Removes conversations that were deleted long enough ago, with their messages, search words and
 * links.
 */
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

/** Restores a deleted conversation to its place in the list. */
export const restoreRoute = apiRoute({
  method: 'post',
  path: '/aichat/conversations/{id}/restore',
  summary: 'Restore a conversation deleted within the last hour',
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
