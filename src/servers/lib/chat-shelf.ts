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
 * list, then the operator's file, then the models page. Models that their vendor has dropped are
 * replaced. The tables are read each time, since they are small and a change must apply in all
 * processes immediately.
 */
export function readShelf(context: Needs): Promise<ChatShelf> {
  return shelfWithout(context, droppedNames(context.database.db))
}

/** Reads the same models as if no vendor had dropped one, to compare them with the vendors' lists. */
export function readUndroppedShelf(context: Needs): Promise<ChatShelf> {
  return shelfWithout(context, Promise.resolve(new Set()))
}

async function droppedNames(db: Queries): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('drift')
    .select('replaced')
    .where('kind', '=', 'gone')
    .where('open', '=', 1)
    .execute()
  return new Set(rows.flatMap(({ replaced }) => JSON.parse(replaced) as string[]))
}

async function shelfWithout(
  { database, config, clock, modelFile, modelLists }: Needs,
  reading: Promise<ReadonlySet<string>>
): Promise<ChatShelf> {
  const [dropped, entered, file, listed] = await Promise.all([
    reading,
    modelChanges(database.db),
    modelFile.read(),
    modelLists.read()
  ])
  const changes = new Map<string, ModelChanges>()
  for (const source of [listed, file.changes, entered])
    for (const [name, change] of source) changes.set(name, { ...changes.get(name), ...change })
  return buildShelf(changes, Object.keys(config.chatModels), dayOf(clock.now()), dropped)
}

/** The day in UTC of a time in unix milliseconds, such as `2026-12-10`. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
