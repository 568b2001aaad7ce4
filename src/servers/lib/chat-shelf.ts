import { buildShelf, type ChatShelf, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Needs = Pick<Context, 'database' | 'config'>

/** What operators say of chat models, by name. */
export async function modelChanges(db: Queries): Promise<ReadonlyMap<string, ModelChanges>> {
  const rows = await db.selectFrom('chat_model').select(['name', 'changes']).execute()
  return new Map(rows.map(({ name, changes }) => [name, JSON.parse(changes) as ModelChanges]))
}

/**
 * The chat models of this deployment. Read from the database with each call: the table is small, and a change must count
 * in all processes at once.
 */
export async function readShelf({ database, config }: Needs): Promise<ChatShelf> {
  return buildShelf(await modelChanges(database.db), Object.keys(config.chatModels))
}
