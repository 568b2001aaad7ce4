import { buildShelf, type ChatShelf, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Needs = Pick<Context, 'database' | 'config' | 'clock' | 'modelFile' | 'modelLists'>

/** Reads the operators' changes to chat models, by model name. */
export async function modelChanges(db: Queries): Promise<ReadonlyMap<string, ModelChanges>> {
  const rows = await db.selectFrom('chat_model').select(['name', 'changes']).execute()
  return new Map(rows.map(({ name, changes }) => [name, JSON.parse(changes) as ModelChanges]))
}

/**
 * Reads the chat models of this deployment: the catalogue, then what the operator's own servers
 * list, then the operator's file, then the models page. The table is read each time, since it is
 * small and a change must apply in all processes immediately.
 */
export async function readShelf({
  database,
  config,
  clock,
  modelFile,
  modelLists
}: Needs): Promise<ChatShelf> {
  const [entered, file, listed] = await Promise.all([
    modelChanges(database.db),
    modelFile.read(),
    modelLists.read()
  ])
  const changes = new Map<string, ModelChanges>()
  for (const source of [listed, file.changes, entered])
    for (const [name, change] of source) changes.set(name, { ...changes.get(name), ...change })
  return buildShelf(changes, Object.keys(config.chatModels), dayOf(clock.now()))
}

/** The day in UTC of a time in unix milliseconds, such as `2026-12-10`. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
