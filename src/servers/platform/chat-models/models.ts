import { isDeepStrictEqual } from 'node:util'
import { providerFor } from '#catalog/chat/provider.server.ts'
import {
  findOn,
  OWN_MODEL_NAME,
  type ChatShelf,
  type ModelChanges
} from '#catalog/chat/shelf.server.ts'
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

/**
 * Lists all models that users can choose, or that an operator may offer, in their order. Retired
 * names are left out.
 */
export async function listModels(
  context: Needs
): Promise<{ items: OperatedModel[]; count: number }> {
  const shelf = await readShelf(context)
  const living = [...shelf.models, ...shelf.unpriced].filter(({ becomes }) => becomes === undefined)
  const place = ({ name }: ChatModel): number => shelf.positions.get(name) ?? 0
  const items = living
    .toSorted((a, b) => place(a) - place(b))
    .map(model => toOperated(context, shelf, model))
  return { items, count: items.length }
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
 * @throws Problem `bad_request` for an invalid or taken name, and for an unknown provider
 */
export async function addModel(
  context: Needs,
  { name, ...change }: NewModel
): Promise<OperatedModel> {
  if (!OWN_MODEL_NAME.test(name))
    throw refused('name', 'invalid', 'letters, digits, dots, colons and dashes')
  checkRoute(context, change)
  const shelf = await readShelf(context)
  const isTaken =
    findOn(shelf, name) !== undefined || shelf.unpriced.some(each => each.name === name)
  if (isTaken) throw refused('name', 'taken', `there is a model ${name} already`)
  const row = { name, changes: JSON.stringify(merged({}, change)), updated_at: context.clock.now() }
  const added = await context.database.db
    .insertInto('chat_model')
    .values(row)
    .onConflict(conflict => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n)
    throw refused('name', 'taken', `there is a model ${name} already`)
  return getModel(context, name)
}

/**
 * Changes the given fields of a model. A field sent back as it was shown is not a change. So prices
 * still follow the catalogue after an operator sends the whole form.
 * @throws Problem `not_found`; `bad_request` for a field that only own models have
 */
export async function changeModel(
  context: Needs,
  name: string,
  input: ChangeModel
): Promise<OperatedModel> {
  const shown = await getModel(context, name)
  const change: ChangeModel = Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => !isDeepStrictEqual(value, shown[field as keyof ChangeModel])
    )
  )
  const foreign = shown.own
    ? undefined
    : (
        ['group', 'route', 'is_file_supported', 'is_image_supported', 'is_tool_supported'] as const
      ).find(field => change[field] != null)
  if (foreign !== undefined)
    throw refused(foreign, 'not_allowed', `${foreign}: the catalogue says it of its own models`)
  checkRoute(context, change)
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
      .set({ changes: JSON.stringify(merged(before, change)) })
      .where('name', '=', name)
      .execute()
  })
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
    throw refused('name', 'in_use', `conversations go on with ${name}: hide it`)
  await db.deleteFrom('chat_model').where('name', '=', name).execute()
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

function toOperated(context: Needs, shelf: ChatShelf, model: ChatModel): OperatedModel {
  const isPriced = !shelf.unpriced.includes(model)
  const [route] = shelf.routes[model.name] ?? context.config.chatModels[model.name] ?? []
  const ways =
    providerFor(
      model.name,
      routingOf(context, { ...shelf, models: [...shelf.models, ...shelf.unpriced] })
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
    price: isPriced
      ? { input: toMillion(model.price.input), output: toMillion(model.price.output) }
      : null,
    is_file_supported: model.isFileSupported,
    is_image_supported: model.isImageSupported,
    is_tool_supported: model.isToolSupported,
    route:
      model.own === true && route !== undefined
        ? { provider: route.provider, model: route.model }
        : null,
    by: [...new Set(ways.map(({ vendor }) => vendor))]
  }
}

/** Merges a change into the stored changes; null removes a field. */
function merged(before: ModelChanges, change: ChangeModel): ModelChanges {
  const { price, is_file_supported, is_image_supported, is_tool_supported, ...same } = change
  const given = {
    ...same,
    price: price == null ? price : toTokenPrice(price),
    isFileSupported: is_file_supported,
    isImageSupported: is_image_supported,
    isToolSupported: is_tool_supported
  }
  const now = {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  }
  return Object.fromEntries(
    Object.entries(now).filter(([, value]) => value !== null && value !== '')
  )
}

/** Converts credits per million tokens to micro-credits per 1,000 tokens. */
function toTokenPrice({ input, output }: TokenPrice): TokenPrice {
  return { input: Math.round(toMicro(input) / 1000), output: Math.round(toMicro(output) / 1000) }
}

function toMillion(micro: number): number {
  return toCredits(micro * 1000)
}

function checkRoute({ config }: Needs, { route }: Pick<ChangeModel, 'route'>): void {
  const known = [...CHAT_VENDORS, ...Object.keys(config.providers)]
  if (route == null || known.includes(route.provider)) return
  throw refused(
    'route.provider',
    'not_allowed',
    `${route.provider} is neither ${CHAT_VENDORS.join(', ')} nor in CHAT_PROVIDERS`
  )
}

function refused(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
