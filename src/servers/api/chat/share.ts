import type { Selectable } from 'kysely'
import { chat as service } from '#catalog/chat/service.ts'
import type { ShareLink, SharedConversation } from '#contract/share.ts'
import type { MessageContent } from '#core/chat.ts'
import { normalizePart } from '#core/chat-part.ts'
import { Problem } from '#core/problem.ts'
import { contentOf } from '#servers/api/chat/messages.ts'
import { messageBranch } from '#core/message-tree.ts'
import type { ApiContext } from '#servers/api/context.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { MessageTable } from '#servers/lib/database/chat-tables.ts'
import { randomToken } from '#servers/lib/secrets.ts'
import { checkOffered, findCallOrigin, findCallSites } from '#servers/lib/site-terms.ts'
import { takenDownProblem } from '#servers/moderation/take-down.ts'

type Row = Pick<
  Selectable<MessageTable>,
  'id' | 'parent_id' | 'position' | 'role' | 'model' | 'content' | 'state'
>

/** The parts of a call that tell its site. */
type Asked = Parameters<typeof findCallOrigin>[1]

/**
 * Creates the one link of a conversation, or moves it to what is shown now. Later messages and
 * other versions stay private, and so does an unfinished answer.
 * @throws Problem `not_found`; `bad_request` for an empty conversation; `forbidden` after operators
 *   took it down
 */
export async function shareConversation(
  context: ApiContext,
  id: string,
  userId: string,
  call: Asked
): Promise<{ id: string; share: ShareLink }> {
  const { database, clock } = context
  const origin = (await findCallSites(context, call))[0] ?? (await findCallOrigin(context, call))
  const row = await database.transaction(async tx => {
    const values = { origin, ...(await lastSaid(tx, id)), created_at: clock.now() }
    const made = await tx
      .insertInto('share')
      .values({ id: randomToken(), conversation_id: id, user_id: userId, ...values })
      .onConflict(conflict =>
        conflict
          .column('conversation_id')
          .doUpdateSet(values)
          .where('share.taken_down_at', 'is', null)
      )
      .returning(['id', 'created_at'])
      .executeTakeFirst()
    if (made === undefined) throw takenDownProblem()
    return made
  })
  const url = `${await hubOf(context, origin, call)}/share/${row.id}`
  return { id, share: { id: row.id, url, created_at: row.created_at / 1000 } }
}

/**
 * Removes the link for good: sharing again creates another address. Without a link, nothing
 * happens. A link that operators took down stays, so that it cannot be shared again.
 */
export async function unshareConversation(
  { database }: ApiContext,
  id: string
): Promise<{ id: string; success: true }> {
  await database.db
    .deleteFrom('share')
    .where('conversation_id', '=', id)
    .where('taken_down_at', 'is', null)
    .execute()
  return { id, success: true }
}

/**
 * Returns what a link shows, for anyone who has it.
 * @throws Problem `not_found` when no such link exists or it belongs to another site; `forbidden`
 *   when operators took it down or its owner is blocked
 */
export async function readShare(
  context: Context,
  id: string,
  call: Asked
): Promise<SharedConversation> {
  const { db } = context.database
  const row = await db
    .selectFrom('share')
    .innerJoin('conversation', 'conversation.id', 'share.conversation_id')
    .leftJoin('block', 'block.user_id', 'share.user_id')
    .select([
      'conversation_id',
      'share.leaf_id',
      'share.origin',
      'share.created_at',
      'share.title',
      'share.taken_down_at',
      'model'
    ])
    .select('block.user_id as blocked_id')
    .where('share.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const way =
    row?.origin === (await findCallOrigin(context, call))
      ? messageBranch(await rowsOf(db, row.conversation_id), row.leaf_id)
      : []
  if (row === undefined || way.length === 0)
    throw new Problem('not_found', { detail: 'no such link' })
  if (row.taken_down_at !== null || row.blocked_id !== null) throw takenDownProblem()
  checkOffered(await context.terms.offer([row.origin]), service.id)
  // The page shows the model that answered, not the one that the conversation has now.
  const model = way.findLast(each => each.model !== null)?.model ?? row.model
  return { title: row.title, model, messages: way.flatMap(said), created_at: row.created_at / 1000 }
}

/** Returns what readers see of a message: words and files, no system prompt, and nothing empty. */
function said({ role, ...row }: Row): SharedConversation['messages'] {
  const content = withoutThoughts(contentOf(row), role)
  if (role === 'system' || content === '') return []
  return [{ role, content: typeof content === 'string' ? content : content.map(normalizePart) }]
}

/** Removes thoughts from the text of an answer, where imported ones may have them. */
function withoutThoughts(content: MessageContent, role: Row['role']): MessageContent {
  if (role !== 'assistant') return content
  const cut = (text: string): string => text.replace(/^\s*<think>.*?(<\/think>\s*|$)/s, '')
  if (typeof content === 'string') return cut(content)
  return content.map(part => (part.type === 'text' ? { ...part, text: cut(part.text) } : part))
}

/** Finds the last finished message of the shown version, and the conversation's title. */
async function lastSaid(tx: Queries, id: string): Promise<{ title: string; leaf_id: string }> {
  const conversation = await tx
    .selectFrom('conversation')
    .select(['title', 'leaf_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (conversation === undefined)
    throw new Problem('not_found', { detail: `no conversation ${id}` })
  const rows = await rowsOf(tx, id)
  const way = messageBranch(rows, conversation.leaf_id)
  const last = way.findLast(({ state }) => state === 'finished' || state === 'failed')
  if (last === undefined || way.flatMap(said).length === 0) {
    throw new Problem('bad_request', {
      detail: 'the conversation has no messages yet',
      issues: [{ field: 'id', code: 'required' }]
    })
  }
  return { title: conversation.title, leaf_id: last.id }
}

function rowsOf(db: Queries, conversationId: string): Promise<Row[]> {
  return db
    .selectFrom('message')
    .select(['id', 'parent_id', 'position', 'role', 'model', 'content', 'state'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
}

/**
 * Returns the address of a site's pages. A site on a loopback address is not stored with an
 * address, so the address of the calling page is used.
 */
async function hubOf(
  { sites, config }: Context,
  origin: string,
  { request, url }: Asked
): Promise<string> {
  const page = request.headers.get('origin')
  if (origin !== '' && origin !== (await sites.placeholder())) return origin
  return page !== null && (await sites.originOf(page)) === origin
    ? page
    : (config.hosts.hub ?? url.origin)
}
