import { sql } from 'kysely'
import { findGroup } from '#catalog/chat/models.ts'
import { CATALOG_SHELF, groupModelNames, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { CHAT_GROUP_IDS } from '#core/chat.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** The first group also lists conversations whose model no longer exists. */
const [FIRST] = CHAT_GROUP_IDS

/** Returns the names of all models of a group, or null (all models) if there is no such group. */
export function modelsOfGroup(
  name: string | undefined,
  shelf: ChatShelf = CATALOG_SHELF
): string[] | null {
  const group = findGroup(name)
  return group === undefined ? null : groupModelNames(shelf, group.id)
}

/**
 * Returns the names of the models of a user's list; null for all. The first group also lists
 * conversations whose model was removed from the deployment, so that users still find them.
 */
export async function listedModels(
  db: Queries,
  userId: string,
  group: string | undefined,
  shelf: ChatShelf
): Promise<string[] | null> {
  const names = modelsOfGroup(group, shelf)
  if (names === null || findGroup(group)?.id !== FIRST) return names
  const known = new Set(CHAT_GROUP_IDS.flatMap(id => groupModelNames(shelf, id)))
  return [...names, ...(await usedModels(db, userId)).filter(name => !known.has(name))]
}

/**
 * Returns the models of a user's conversations. It reads one index entry per model, not per
 * conversation.
 */
async function usedModels(db: Queries, userId: string): Promise<string[]> {
  const theirs = sql`from conversation
    where user_id = ${userId} and listed = 1 and deleted_at is null`
  const { rows } = await sql<{ model: string }>`
    with recursive used (model) as (
      select min(conversation.model) ${theirs}
      union all
      select (select min(conversation.model) ${theirs} and conversation.model > used.model)
      from used where used.model is not null
    )
    select model from used where model is not null`.execute(db)
  return rows.map(({ model }) => model)
}
