import { sql, type SelectQueryBuilder } from 'kysely'
import type { Conversation, ConversationRequest } from '#contract/conversation.ts'
import type { Locale } from '#i18n/locale.ts'
import { listedModels, modelsOfGroup } from '#servers/api/chat/list-models.ts'
import { loadMessages } from '#servers/api/chat/messages.ts'
import {
  toConversation,
  CONVERSATION_COLUMNS,
  type ConversationColumns
} from '#servers/api/chat/records.ts'
import { searchConversations } from '#servers/api/chat/search.ts'
import { MAX_CONVERSATION_BYTES } from '#servers/conversations/size.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Database } from '#servers/lib/database/database.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

type Chosen = SelectQueryBuilder<Tables, 'conversation', object>

type Part = SelectQueryBuilder<Tables, 'conversation', ConversationColumns>

/** A page of a user's conversations, and their number. */
type Page = { rows: (ConversationColumns & Pick<Conversation, 'found'>)[]; count: number }

/**
 * Lists a user's conversations: pinned ones first, then the newest. A search returns those that
 * contain the words, with matches in titles first. The conversations include their messages, unless
 * the caller declines, as far as these fit into one answer. The client loads the messages of the
 * others one conversation at a time.
 */
export async function listConversations(
  context: ApiContext,
  userId: string,
  request: ConversationRequest,
  locale: Locale
): Promise<{ items: Conversation[]; count: number; total: number }> {
  const search = request.search?.trim() ?? ''
  const { rows, count } = await (search === ''
    ? newest(context, userId, request)
    : found(context, userId, request, search))
  const whole = request.with_messages === false ? new Set<string>() : wholeOnes(rows)
  const messages = Map.groupBy(
    await loadMessages(context.database.db, [...whole]),
    message => message.conversation_id
  )
  const items = rows.map(({ found: place, ...row }) => {
    const own = whole.has(row.id) ? (messages.get(row.id) ?? []) : null
    return { ...toConversation(row, own, { locale }), ...(place && { found: place }) }
  })
  return { items, count, total: count }
}

/**
 * Returns the ids of the conversations whose messages fit into one answer. A small one may still
 * fit after one that was too large.
 */
function wholeOnes(rows: readonly ConversationColumns[]): Set<string> {
  let left = MAX_CONVERSATION_BYTES
  return new Set(
    rows.flatMap(({ id, size }) => {
      if (Number(size) > left) return []
      left -= Number(size)
      return [id]
    })
  )
}

/** Returns a conversation as a list shows it. */
export async function listedConversation(
  db: Queries,
  id: string,
  locale: Locale
): Promise<Conversation> {
  const row = await db
    .selectFrom('conversation')
    .select(CONVERSATION_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toConversation(row, null, { locale })
}

/**
 * Builds the query for a page, so that it follows the index of the list: one part for each model of
 * a group, merged in order.
 */
export function conversationPage(
  { db, kind }: Database,
  userId: string,
  request: ConversationRequest,
  models = modelsOfGroup(request.model_group)
) {
  const { limit, offset } = request
  const chosen = chosenBy(db, userId, request)
  const parts = (models ?? [null]).map((model): Part => {
    const part = (model === null ? chosen : chosen.where('model', '=', model)).select(
      CONVERSATION_COLUMNS
    )
    // Each part gets a limit for PostgreSQL, which merges short lists well. SQLite needs none: it
    // reads the parts step by step as it merges them.
    if (kind === 'sqlite') return part
    return db
      .selectFrom(
        inOrder(part)
          .limit(offset + limit)
          .as('conversation')
      )
      .select(CONVERSATION_COLUMNS) as Part
  })
  const merged = parts.reduce((all, part) => all.unionAll(part))
  return inOrder(merged).limit(limit).offset(offset)
}

/** Builds the query of all rows of the list. */
export function wholeList(
  db: Queries,
  userId: string,
  request: ConversationRequest,
  models = modelsOfGroup(request.model_group)
) {
  const chosen = chosenBy(db, userId, request)
  return models === null ? chosen : chosen.where('model', 'in', models)
}

async function newest(
  { database, ...context }: ApiContext,
  userId: string,
  request: ConversationRequest
): Promise<Page> {
  const models = await modelsFor({ ...context, database }, userId, request)
  const rows = await conversationPage(database, userId, request, models).execute()
  const isLast = rows.length < request.limit && (rows.length > 0 || request.offset === 0)
  if (isLast || request.counted === false) return { rows, count: request.offset + rows.length }
  const { db } = database
  return { rows, count: await countMatches(db, wholeList(db, userId, request, models)) }
}

async function modelsFor(
  context: ApiContext,
  userId: string,
  { model_group }: ConversationRequest
): Promise<string[] | null> {
  return listedModels(context.database.db, userId, model_group, await readShelf(context))
}

async function found(
  context: ApiContext,
  userId: string,
  request: ConversationRequest,
  search: string
): Promise<Page> {
  const { database } = context
  const { limit, offset, application_id, ids } = request
  const among = {
    models: await modelsFor(context, userId, request),
    applicationId: application_id,
    ids
  }
  const { places, count } = await searchConversations(database, userId, search, {
    ...among,
    counted: request.counted === true,
    limit,
    offset
  })
  const ordered = [...places.keys()]
  if (ordered.length === 0) return { rows: [], count }
  const rows = await database.db
    .selectFrom('conversation')
    .select(CONVERSATION_COLUMNS)
    .where('id', 'in', ordered)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return { rows: ordered.flatMap(id => withPlace(byId.get(id), places.get(id))), count }
}

function withPlace(
  row: ConversationColumns | undefined,
  place: Conversation['found']
): Page['rows'] {
  return row === undefined ? [] : [{ ...row, found: place }]
}

function inOrder(query: Part): Part {
  return query.orderBy('pinned', 'desc').orderBy('updated_at', 'desc').orderBy('id')
}

function chosenBy(
  db: Queries,
  userId: string,
  { ids, application_id }: ConversationRequest
): Chosen {
  // The values of this condition are inline, as in the index definitions. SQLite would not use the
  // indexes otherwise.
  const shown = sql<boolean>`listed = 1 and deleted_at is null`
  let query: Chosen = db.selectFrom('conversation').where('user_id', '=', userId).where(shown)
  if (ids !== undefined && ids.length > 0) query = query.where('id', 'in', ids)
  if (application_id !== undefined) query = query.where('application_id', '=', application_id)
  return query
}
