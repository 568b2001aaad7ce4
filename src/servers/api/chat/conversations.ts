import { findShelfModel } from '#catalog/chat/shelf.server.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Conversation, ConversationRequest } from '#contract/conversation.ts'
import { Problem } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { loadMessages, type MessageRow } from '#servers/api/chat/messages.ts'
import { indexTitle } from '#servers/api/chat/passages.ts'
import { toConversation, type Receipt } from '#servers/api/chat/records.ts'
import { replaceMessages } from '#servers/api/chat/replace.ts'
import {
  MAX_CONVERSATION_BYTES,
  MAX_RESPONSE_BYTES,
  STORED_MESSAGE_SIZE
} from '#servers/conversations/size.ts'
import { newestDescendant } from '#core/message-tree.ts'
import type { ApiContext } from '#servers/api/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * `tree`: all versions of the messages, not only the shown ones. `before`: only messages before the
 * one with this id.
 */
export type MessageSelection = { tree?: boolean | undefined; before?: string | undefined }

/**
 * Returns a conversation with its messages. If they are too many for one answer, it returns the
 * newest.
 * @throws Problem `not_found`; `bad_request` for a message that does not exist
 */
export async function getConversation(
  { database: { db } }: ApiContext,
  id: string,
  locale: Locale,
  { tree = false, before }: MessageSelection = {}
): Promise<Conversation> {
  const row = await db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw missing(id)
  const isWhole = before === undefined && Number(row.size) <= MAX_RESPONSE_BYTES
  const newest = isWhole
    ? { ...row, rows: await loadMessages(db, [id]), earlier: null }
    : await newestMessages(db, row, before)
  const { rows, earlier, leaf_id: last } = newest
  const told = {
    ...toConversation({ ...row, leaf_id: last }, rows, {
      locale,
      tree,
      receipts: await receiptsOf(db, id)
    }),
    ...(earlier !== null && { earlier })
  }
  // The join leaves out a link whose last message is no longer in the conversation, since clients
  // may have replaced it.
  const share = await db
    .selectFrom('share')
    .innerJoin('message', 'message.id', 'leaf_id')
    .select(['share.id', 'taken_down_at'])
    .where('share.conversation_id', '=', id)
    .where('message.conversation_id', '=', id)
    .executeTakeFirst()
  const { preset, temperature, leaf_id } = row
  return { ...told, preset, temperature, leaf_id, ...sharing(share) }
}

/**
 * The messages by position; the id of the first one if earlier ones exist; and the id of the last
 * message that is shown.
 */
type Newest = { rows: MessageRow[]; earlier: string | null; leaf_id: string | null }

/**
 * Returns as many messages as fit into one answer: the newest, or the newest before a given
 * message.
 */
async function newestMessages(
  db: Queries,
  { id, leaf_id }: { id: string; leaf_id: string | null },
  before: string | undefined
): Promise<Newest> {
  const all = db.selectFrom('message').where('conversation_id', '=', id)
  const sizes = await all
    .select(['id', 'parent_id', 'position', STORED_MESSAGE_SIZE.as('size')])
    .orderBy('position', 'desc')
    .execute()
  const from = before === undefined ? 0 : sizes.findIndex(each => each.id === before) + 1
  if (before !== undefined && from === 0)
    throw wrong('before', `there is no message ${before} here`)
  let [to, left] = [from, MAX_CONVERSATION_BYTES]
  for (; to < sizes.length && (to === from || left >= 0); to++) left -= Number(sizes[to]?.size)
  const told = sizes.slice(from, left < 0 && to - from > 1 ? to - 1 : to)
  const oldest = told.at(-1)
  // The position of the previous message may be much lower, since other versions lie between.
  const last = from === 0 ? leaf_id : (sizes[from - 1]?.parent_id ?? null)
  if (oldest === undefined) return { rows: [], earlier: null, leaf_id: last }
  const rows = all
    .where('position', '>=', oldest.position)
    .where('position', '<=', told[0]?.position ?? 0)
  const earlier = from + told.length < sizes.length ? oldest.id : null
  return { rows: await rows.selectAll().orderBy('position').execute(), earlier, leaf_id: last }
}

/** Returns a conversation's link. If operators took it down, the owner gets the time instead. */
function sharing(
  share: { id: string; taken_down_at: number | null } | undefined
): Pick<Conversation, 'share' | 'taken_down_at'> {
  if (share === undefined) return { share: null }
  return share.taken_down_at === null
    ? { share: share.id }
    : { share: null, taken_down_at: share.taken_down_at / 1000 }
}

function receiptsOf(db: Queries, id: string): Promise<Receipt[]> {
  return db
    .selectFrom('run')
    .select(['id', 'charged', 'measure', 'response', 'trace_id', 'finished_at'])
    .where('conversation_id', '=', id)
    .execute()
}

/**
 * Changes the title, the pin, the settings or the shown version; or replaces the messages, which
 * clients do to ask again from an earlier point.
 * @throws Problem `not_found`; `bad_request` for a model or a message that does not exist; `busy`
 *   for new messages during an answer
 */
export async function updateConversation(
  context: ApiContext,
  request: ConversationRequest,
  locale: Locale
): Promise<Conversation> {
  const { id = '', title, messages, leaf_id } = request
  if (
    request.model !== undefined &&
    findShelfModel(await readShelf(context), request.model) === undefined
  )
    throw wrong('model', `there is no model "${request.model}"`)
  await context.database.transaction(async tx => {
    // The row is locked before anything is read, so that no question comes in between.
    const row = await tx
      .updateTable('conversation')
      // The id is set too, since an update needs at least one column.
      .set({ ...changesOf(request), id })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw missing(id)
    if (title !== undefined && row.listed === 1)
      await indexTitle(tx, { conversationId: id, userId: row.user_id }, title)
    if (leaf_id !== undefined) await showVersion(tx, id, leaf_id)
    if (messages !== undefined) await replaceMessages(context, tx, row, messages)
  })
  return getConversation(context, id, locale)
}

function changesOf({ title, model, preset, temperature, pinned }: ConversationRequest) {
  return {
    ...(title !== undefined && { title }),
    ...(model !== undefined && { model }),
    ...(preset !== undefined && { preset }),
    ...(temperature !== undefined && { temperature }),
    ...(pinned !== undefined && { pinned: pinned ? 1 : 0 })
  }
}

/** Switches to the newest version of the conversation that contains the message `named`. */
async function showVersion(tx: Queries, id: string, named: string): Promise<void> {
  const rows = await tx
    .selectFrom('message')
    .select(['id', 'parent_id', 'position'])
    .where('conversation_id', '=', id)
    .execute()
  if (!rows.some(row => row.id === named))
    throw wrong('leaf_id', `there is no message ${named} here`)
  const leaf_id = newestDescendant(rows, named)
  await tx.updateTable('conversation').set({ leaf_id }).where('id', '=', id).execute()
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no conversation ${id}` })
}

function wrong(field: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code: 'not_allowed' }] })
}
