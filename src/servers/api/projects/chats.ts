import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ProjectChats } from '#contract/project.ts'
import { Problem } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { toConversation, CONVERSATION_COLUMNS } from '#servers/api/chat/records.ts'
import { formatListCursor, parseListCursor } from '#servers/lib/list-cursor.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Chats that one statement takes out of a project. */
const PIECE = 500

/** A page of a project's list of chats, and the language of the reader. */
type Page = { cursor: string | undefined; limit: number; locale: Locale }

/** Lists the chats of a project, last used first, without their messages. */
export async function listProjectChats(
  db: Queries,
  userId: string,
  projectId: string,
  { cursor, limit, locale }: Page
): Promise<ProjectChats> {
  const own = db
    .selectFrom('conversation')
    .select(CONVERSATION_COLUMNS)
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('listed', '=', 1)
    .where('deleted_at', 'is', null)
  const place = cursor === undefined ? null : parseListCursor(cursor)
  const later =
    place === null ? own : own.where(sql<boolean>`(updated_at, id) < (${place.rank}, ${place.id})`)
  const rows = await later
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(row => toConversation(row, null, { locale })),
    next:
      rows.length > limit && last !== undefined
        ? formatListCursor({ rank: last.updated_at, id: last.id })
        : null
  }
}

/**
 * Checks that a user has these chats.
 * @throws Problem `not_found` if one is missing, was deleted, or belongs to somebody else
 */
export async function checkOwnChats(
  db: Queries,
  userId: string,
  ids: readonly string[]
): Promise<void> {
  const rows = await db
    .selectFrom('conversation')
    .select(['id', 'user_id', 'listed', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()
  const own = new Set(
    rows.flatMap(row =>
      row.user_id === userId && row.listed === 1 && row.deleted_at === null ? [row.id] : []
    )
  )
  const missing = ids.find(id => !own.has(id))
  if (missing !== undefined)
    throw new Problem('not_found', { detail: `no conversation ${missing}` })
}

/** Moves chats into a project; null takes them out of theirs. The caller has checked the owner. */
export async function moveChats(
  tx: Queries,
  ids: readonly string[],
  projectId: string | null
): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ project_id: projectId })
    .where('id', 'in', ids)
    .execute()
}

/** Takes all chats out of a project, a few at a time, so that no other query waits long. */
export async function releaseChats(db: Queries, userId: string, projectId: string): Promise<void> {
  for (let released = PIECE; released === PIECE;) {
    const part = db
      .selectFrom('conversation')
      .select('id')
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .limit(PIECE)
    const { numUpdatedRows } = await db
      .updateTable('conversation')
      .set({ project_id: null })
      .where('id', 'in', part)
      .executeTakeFirst()
    released = Number(numUpdatedRows)
    await setImmediate()
  }
}
