import { vendorModels } from '#catalog/chat/provider.server.ts'
import { buildShelf, type ChatShelf, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { createKnown, type Known } from '#servers/lib/known-for.ts'

type Needs = Pick<Context, 'database' | 'config' | 'clock' | 'modelFile' | 'modelLists'>

type Kept = {
  entered: ReadonlyMap<string, ModelChanges>
  /** The vendors' models that they no longer list, each with our names that no vendor serves. */
  dropped: readonly DroppedModel[]
}

type DroppedModel = { vendor: string; model: string; names: readonly string[] }

/** The rows of each database are kept, since every question and page reads them. */
const known = new WeakMap<Database, Known<Kept>>()

/** The shelf that was built from rows, and what else it was built from. */
const built = new WeakMap<Kept, { from: Outside; shelf: ChatShelf }>()

/** Clears the cache after a change of models, or of what their vendors list. */
export function clearShelfCache(database: Database): void {
  known.get(database)?.forget()
}

/** Reads the operators' changes to chat models, by model name. */
export async function modelChanges(db: Queries): Promise<ReadonlyMap<string, ModelChanges>> {
  const rows = await db.selectFrom('chat_model').select(['name', 'changes']).execute()
  return new Map(rows.map(({ name, changes }) => [name, JSON.parse(changes) as ModelChanges]))
}

/**
 * Reads the chat models of this deployment. Four sources follow each other, and later ones override
 * earlier ones: the catalogue, the lists of the operator's own servers, the operator's file, and
 * the models page. Models that their vendor has dropped are replaced or ended. A change applies at
 * once in its process, and within a second in others.
 */
export async function readShelf(context: Needs): Promise<ChatShelf> {
  const kept = await readKept(context)
  const sources = await readOutside(context)
  const last = built.get(kept)
  if (last?.from.every((each, at) => each === sources[at]) === true) return last.shelf
  const shelf = shelfFrom(context, sources, kept.entered, kept.dropped)
  built.set(kept, { from: sources, shelf })
  return shelf
}

/**
 * Reads the same models, but without replacing dropped ones, to compare them with the vendors'
 * lists.
 */
export async function readUndroppedShelf(context: Needs): Promise<ChatShelf> {
  const { entered } = await readKept(context)
  return shelfFrom(context, await readOutside(context), entered, [])
}

function readKept({ database, clock }: Needs): Promise<Kept> {
  const { db } = database
  const kept =
    known.get(database) ??
    createKnown(clock, async () => {
      const [entered, dropped] = await Promise.all([modelChanges(db), droppedModels(db)])
      return { entered, dropped }
    })
  known.set(database, kept)
  return kept.get()
}

async function droppedModels(db: Queries): Promise<DroppedModel[]> {
  const rows = await db
    .selectFrom('drift')
    .select(['vendor', 'model', 'replaced'])
    .where('kind', '=', 'gone')
    .where('open', '=', 1)
    .execute()
  return rows.map(({ replaced, ...row }) => ({ ...row, names: JSON.parse(replaced) as string[] }))
}

type Outside = readonly [listed: Changes, file: Changes, today: string]
type Changes = ReadonlyMap<string, ModelChanges>

/**
 * Reads the sources that are not in the database. Each of them returns the same object until it
 * changes.
 */
async function readOutside({ clock, modelFile, modelLists }: Needs): Promise<Outside> {
  const [file, listed] = await Promise.all([modelFile.read(), modelLists.read()])
  return [listed, file.changes, dayOf(clock.now())]
}

function shelfFrom(
  { config }: Needs,
  [listed, file, today]: Outside,
  entered: Kept['entered'],
  dropped: Kept['dropped']
): ChatShelf {
  const changes = new Map<string, ModelChanges>()
  for (const source of [listed, file, entered])
    for (const [name, change] of source) changes.set(name, { ...changes.get(name), ...change })
  const build = (names: ReadonlySet<string>): ChatShelf =>
    buildShelf(changes, Object.keys(config.chatModels), today, names)
  const shelf = build(new Set())
  const names = dropped.flatMap(each => unservedNames(each, config, shelf))
  return names.length === 0 ? shelf : build(new Set(names))
}

/**
 * Returns our names that lead to a model that its vendor dropped. A name that the operator has
 * routed elsewhere since the last check is not one of them, so it answers again at once.
 */
function unservedNames(
  { vendor, model, names }: DroppedModel,
  { chatModels }: Needs['config'],
  shelf: ChatShelf
): string[] {
  const routed = vendorModels(vendor, { models: chatModels, shelf }).get(model) ?? []
  return names.filter(name => routed.includes(name))
}

/** Returns the day in UTC of a time in unix milliseconds, such as `2026-12-10`. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
