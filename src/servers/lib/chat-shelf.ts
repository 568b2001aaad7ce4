import { buildShelf, type ChatShelf, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Needs = Pick<Context, 'database' | 'config'>

/** Reads the operators' changes to chat models, by model name. */
export async function modelChanges(db: Queries): Promise<ReadonlyMap<string, ModelChanges>> {
  const rows = await db.selectFrom('chat_model').select(['name', 'changes']).execute()
  return new Map(rows.map(({ name, changes }) => [name, JSON.parse(changes) as ModelChanges]))
}

/**
 * Reads the chat models of this deployment, each time from the database: the table is small, and a
 * change must apply in all processes immediately.
 */
export async function readShelf({ database, config }: Needs): Promise<ChatShelf> {
  return buildShelf(await modelChanges(database.db), Object.keys(config.chatModels))
}
