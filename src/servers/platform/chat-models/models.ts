import { isDeepStrictEqual } from 'node:util'
import { providerFor } from '#catalog/chat/provider.server.ts'
import { findOn, OWN_MODEL_NAME, type ChatShelf, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { ChangeModel, NewModel, OperatedModel } from '#contract/chat-model.ts'
import type { ChatModel } from '#core/chat.ts'
import { toCredits, toMicro, type TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { CHAT_VENDORS } from '#servers/config-chat.ts'
import { modelChanges, readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { routingOf } from '#servers/lib/serving.ts'

type Needs = Pick<Context, 'database' | 'config' | 'keys' | 'clock'>

/** All models that people can choose or that an operator may let them choose, in their order. Retired names are not among them. */
export async function listModels(context: Needs): Promise<{ items: OperatedModel[]; count: number }> {
  const shelf = await readShelf(context)
  const living = [...shelf.models, ...shelf.unpriced].filter(({ becomes }) => becomes === undefined)
  const place = ({ name }: ChatModel): number => shelf.positions.get(name) ?? 0
  const items = living.toSorted((a, b) => place(a) - place(b)).map(model => toOperated(context, shelf, model))
  return { items, count: items.length }
}

/** @throws Problem `not_found` */
export async function getModel(context: Needs, name: string): Promise<OperatedModel> {
  const found = (await listModels(context)).items.find(each => each.name === name)
  if (found === undefined) throw new Problem('not_found', { detail: `there is no chat model ${name}` })
  return found
}

/**
 * Adds an own model.
 * @throws Problem `bad_request` for a name that is taken or no name, and for a provider that is not known here
 */
export async function addModel(context: Needs, { name, ...change }: NewModel): Promise<OperatedModel> {
  if (!OWN_MODEL_NAME.test(name)) throw refused('name', 'invalid', 'letters, digits, dots, colons and dashes')
  checkRoute(context, change)
  const shelf = await readShelf(context)
  const isTaken = findOn(shelf, name) !== undefined || shelf.unpriced.some(each => each.name === name)
  if (isTaken) throw refused('name', 'taken', `there is a model ${name} already`)
  const row = { name, changes: JSON.stringify(merged({}, change)), updated_at: context.clock.now() }
  const added = await context.database.db
    .insertInto('chat_model')
    .values(row)
    .onConflict(conflict => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) throw refused('name', 'taken', `there is a model ${name} already`)
  return getModel(context, name)
}

/**
 * Changes what is given of a model. What is given as it was shown is no change, so that the catalogue's own prices are still
 * followed after a form was sent.
 * @throws Problem `not_found`; `bad_request` for what only own models have
 */
export async function changeModel(context: Needs, name: string, input: ChangeModel): Promise<OperatedModel> {
  const shown = await getModel(context, name)
  const change: ChangeModel = Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !isDeepStrictEqual(value, shown[field as keyof ChangeModel]))
  )
  const foreign = shown.own
    ? undefined
    : (['group', 'route', 'is_file_supported', 'is_image_supported', 'is_tool_supported'] as const).find(field => change[field] != null)
  if (foreign !== undefined) throw refused(foreign, 'not_allowed', `${foreign}: the catalogue says it of its own models`)
  checkRoute(context, change)
  const updated_at = context.clock.now()
  await context.database.transaction(async tx => {
    // The row first: of two changes at once the second waits here, and begins from what the first has left.
    await tx
      .insertInto('chat_model')
      .values({ name, changes: '{}', updated_at })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ updated_at }))
      .execute()
    const before = (await modelChanges(tx)).get(name) ?? {}
    await tx
      .updateTable('chat_model')
      .set({ changes: JSON.stringify(merged(before, change)) })
      .where('name', '=', name)
      .execute()
  })
  return getModel(context, name)
}

/**
 * Takes back all that was said of a model: one of the catalogue is as it came, an own one is gone.
 * @throws Problem `not_found`; `bad_request` for an own model that conversations have: it can be hidden
 */
export async function resetModel(context: Needs, name: string): Promise<void> {
  const { own } = await getModel(context, name)
  const { db } = context.database
  if (own && (await isUsed(db, name))) throw refused('name', 'in_use', `conversations go on with ${name}: hide it`)
  await db.deleteFrom('chat_model').where('name', '=', name).execute()
}

async function isUsed(db: Queries, name: string): Promise<boolean> {
  const row = await db.selectFrom('conversation').select('id').where('model', '=', name).limit(1).executeTakeFirst()
  return row !== undefined
}

function toOperated(context: Needs, shelf: ChatShelf, model: ChatModel): OperatedModel {
  const isPriced = !shelf.unpriced.includes(model)
  const [route] = shelf.routes[model.name] ?? context.config.chatModels[model.name] ?? []
  const ways = providerFor(model.name, routingOf(context, { ...shelf, models: [...shelf.models, ...shelf.unpriced] }))?.ways ?? []
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
    price: isPriced ? { input: toMillion(model.price.input), output: toMillion(model.price.output) } : null,
    is_file_supported: model.isFileSupported,
    is_image_supported: model.isImageSupported,
    is_tool_supported: model.isToolSupported,
    route: model.own === true && route !== undefined ? { provider: route.provider, model: route.model } : null,
    by: [...new Set(ways.map(({ vendor }) => vendor))]
  }
}

/** What is kept, with what is given in place of what was there; null takes it away. */
function merged(before: ModelChanges, change: ChangeModel): ModelChanges {
  const { price, is_file_supported, is_image_supported, is_tool_supported, ...same } = change
  const given = {
    ...same,
    price: price == null ? price : toTokenPrice(price),
    isFileSupported: is_file_supported,
    isImageSupported: is_image_supported,
    isToolSupported: is_tool_supported
  }
  const now = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  return Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null && value !== ''))
}

/** Credits for a million tokens are a thousand times those for 1,000. */
function toTokenPrice({ input, output }: TokenPrice): TokenPrice {
  return { input: Math.round(toMicro(input) / 1000), output: Math.round(toMicro(output) / 1000) }
}

function toMillion(micro: number): number {
  return toCredits(micro * 1000)
}

function checkRoute({ config }: Needs, { route }: Pick<ChangeModel, 'route'>): void {
  const known = [...CHAT_VENDORS, ...Object.keys(config.providers)]
  if (route == null || known.includes(route.provider)) return
  throw refused('route.provider', 'not_allowed', `${route.provider} is neither ${CHAT_VENDORS.join(', ')} nor in CHAT_PROVIDERS`)
}

function refused(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
