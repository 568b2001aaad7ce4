import { isDeepStrictEqual } from 'node:util'
import { backendFor } from '#catalog/chat/provider.server.ts'
import { findShelfModel, OWN_MODEL_NAME, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import type {
  ChangeModel,
  ModelFields,
  NewModel,
  OperatedModel,
  OperatedModels
} from '#contract/chat-model.ts'
import type { ChatModel } from '#core/chat.ts'
import { formatIssues, Problem } from '#core/problem.ts'
import { ROUTE_VENDORS } from '#servers/config-chat.ts'
import {
  clearShelfCache,
  modelChanges,
  readShelf,
  readUndroppedShelf
} from '#servers/lib/chat-shelf.ts'
import { findLifeIssues } from '#servers/lib/find-life-issues.ts'
import { mergeModelChange, perMillionTokens } from '#servers/lib/model-changes.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { listBelowCostPrices, checkPriceCoversCost } from '#servers/platform/chat-models/loss.ts'

type Needs = Pick<Context, 'database' | 'config' | 'keys' | 'clock' | 'modelFile' | 'modelLists'>

/**
 * Lists all models that users can choose, or that an operator may offer, in their order. Retired
 * names are left out.
 */
export async function listModels(context: Needs): Promise<OperatedModels> {
  // The values of a dropped model are its own, not those of the model that answers in its place.
  const [shelf, present, { path, problems }, losses] = await Promise.all([
    readUndroppedShelf(context),
    readShelf(context),
    context.modelFile.read(),
    listBelowCostPrices(context)
  ])
  // A name that the operator retired is still listed, so that they can restore it.
  const living = [...shelf.models, ...shelf.unpriced, ...shelf.ended].filter(
    ({ name, becomes }) => becomes === undefined || shelf.successors.has(name)
  )
  const place = ({ name }: ChatModel): number => shelf.positions.get(name) ?? 0
  const items = living
    .toSorted((a, b) => place(a) - place(b))
    .map(model => toOperated(context, { shelf, present }, model))
  return { items, count: items.length, file: { path, problems: [...problems], losses } }
}

/**
 * Reads one model.
 * @throws Problem `not_found`
 */
export async function getModel(context: Needs, name: string): Promise<OperatedModel> {
  const found = (await listModels(context)).items.find(each => each.name === name)
  if (found === undefined)
    throw new Problem('not_found', { detail: `there is no chat model ${name}` })
  return found
}

/**
 * Adds the operator's own model.
 * @throws Problem `bad_request` for an invalid or taken name, for an unknown provider, for days or a
 * successor that cannot be, and for a price below the cost that nobody confirmed
 */
export async function addModel(
  context: Needs,
  { name, below_cost: isConfirmed = false, ...change }: NewModel
): Promise<OperatedModel> {
  if (!OWN_MODEL_NAME.test(name))
    throw refused('name', 'invalid', 'letters, digits, dots, colons and dashes')
  checkRoute(context, change)
  const shelf = await readShelf(context)
  const isTaken =
    findShelfModel(shelf, name) !== undefined || shelf.unpriced.some(each => each.name === name)
  if (isTaken) throw refused('name', 'taken', `the model ${name} already exists`)
  checkLife(shelf, name, change)
  const changes = mergeModelChange({}, change)
  if (!isConfirmed) await checkPriceCoversCost(context, name, changes)
  const row = {
    name,
    changes: JSON.stringify(changes),
    updated_at: context.clock.now()
  }
  const added = await context.database.db
    .insertInto('chat_model')
    .values(row)
    .onConflict(conflict => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n)
    throw refused('name', 'taken', `the model ${name} already exists`)
  clearShelfCache(context.database)
  return getModel(context, name)
}

/**
 * Changes the given fields of a model. A field sent back as it was shown is not a change. So prices
 * still follow the catalogue after an operator sends the whole form.
 * @throws Problem `not_found`; `bad_request` for a field that only own models have, for days or a
 * successor that cannot be, and for a price below the cost that nobody confirmed
 */
export async function changeModel(
  context: Needs,
  name: string,
  { below_cost: isConfirmed = false, ...input }: ChangeModel
): Promise<OperatedModel> {
  const shown = await getModel(context, name)
  const change: ModelFields = Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => !isDeepStrictEqual(value, shown[field as keyof ModelFields])
    )
  )
  const foreign = shown.own
    ? undefined
    : (
        ['group', 'route', 'is_file_supported', 'is_image_supported', 'is_tool_supported'] as const
      ).find(field => change[field] != null)
  if (foreign !== undefined)
    throw refused(foreign, 'not_allowed', `${foreign}: the catalogue sets it for its own models`)
  checkRoute(context, change)
  checkLife(await readShelf(context), name, change, shown)
  if (change.price !== undefined && !isConfirmed)
    await checkPriceCoversCost(context, name, mergeModelChange({}, change))
  const updated_at = context.clock.now()
  await context.database.transaction(async tx => {
    // Write the row first. A second change at the same time waits here, then starts from the result
    // of the first.
    await tx
      .insertInto('chat_model')
      .values({ name, changes: '{}', updated_at })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ updated_at }))
      .execute()
    const before = (await modelChanges(tx)).get(name) ?? {}
    await tx
      .updateTable('chat_model')
      .set({ changes: JSON.stringify(mergeModelChange(before, change)) })
      .where('name', '=', name)
      .execute()
  })
  clearShelfCache(context.database)
  return getModel(context, name)
}

/**
 * Resets a model: one of the catalogue returns to its defaults, an own one is deleted.
 * @throws Problem `not_found`; `bad_request` for an own model that conversations use: an operator
 * can hide it
 */
export async function resetModel(context: Needs, name: string): Promise<void> {
  const { own } = await getModel(context, name)
  const { db } = context.database
  if (own && (await isUsed(db, name)))
    throw refused('name', 'in_use', `conversations use ${name}: hide it instead`)
  await db.deleteFrom('chat_model').where('name', '=', name).execute()
  clearShelfCache(context.database)
}

async function isUsed(db: Queries, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversation')
    .select('id')
    .where('model', '=', name)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @param present the models with replacements of those that vendors dropped */
function toOperated(
  context: Needs,
  { shelf, present }: { shelf: ChatShelf; present: ChatShelf },
  model: ChatModel
): OperatedModel {
  const isPriced = !shelf.unpriced.includes(model)
  const [route] = shelf.routes.get(model.name) ?? context.config.chatModels[model.name] ?? []
  const ways =
    backendFor(
      model.name,
      routingOf(context, { ...present, models: [...present.models, ...present.unpriced] })
    )?.ways ?? []
  return {
    name: model.name,
    label: model.label,
    description: model.description ?? '',
    group: model.group,
    family: model.family ?? '',
    enabled: model.enabled,
    own: model.own === true,
    position: shelf.positions.get(model.name) ?? 0,
    context: model.context ?? null,
    price: isPriced ? perMillionTokens(model.price) : null,
    is_file_supported: model.isFileSupported,
    is_image_supported: model.isImageSupported,
    is_tool_supported: model.isToolSupported,
    route:
      model.own === true && route !== undefined
        ? { provider: route.provider, model: route.model }
        : null,
    cost: model.cost === undefined ? null : perMillionTokens(model.cost),
    since: model.since ?? null,
    until: model.until ?? null,
    becomes: shelf.successors.get(model.name) ?? null,
    fallback: model.fallback ?? null,
    dropped: present.dropped.has(model.name),
    by: [...new Set(ways.map(({ vendor }) => vendor))]
  }
}

function checkRoute({ config }: Needs, { route }: Pick<ModelFields, 'route'>): void {
  const known = [...ROUTE_VENDORS, ...Object.keys(config.providers)]
  if (route == null || known.includes(route.provider)) return
  throw refused(
    'route.provider',
    'not_allowed',
    `${route.provider} is neither ${ROUTE_VENDORS.join(', ')} nor in CHAT_PROVIDERS`
  )
}

/**
 * Checks the changed days and successors by the rules of the operator's file.
 * @param shown the model before the change; a new one has none
 */
function checkLife(
  shelf: ChatShelf,
  name: string,
  { since, until, becomes, fallback }: ModelFields,
  shown?: OperatedModel
): void {
  // Null removes a day.
  const kept = { since: since ?? undefined, until: until ?? undefined }
  if (since === undefined && shown?.since != null) kept.since = shown.since
  if (until === undefined && shown?.until != null) kept.until = shown.until
  const days = (since != null || until != null) && kept
  const all = [...shelf.models, ...shelf.unpriced, ...shelf.ended]
  const issues = findLifeIssues(
    name,
    { ...days, becomes, fallback },
    {
      isKnown: other => all.some(model => model.name === other),
      successorOf: other => shelf.successors.get(other)
    }
  )
  if (issues.length > 0) throw new Problem('bad_request', { detail: formatIssues(issues), issues })
}

function refused(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
