import type { ChatRoute } from '#catalog/chat/route.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroupId, ChatModel } from '#core/chat.ts'
import { scaleLongPrice } from '#core/long-price.ts'

type Told = Pick<
  ChatModel,
  | 'label'
  | 'description'
  | 'enabled'
  | 'context'
  | 'price'
  | 'cost'
  | 'maxOutput'
  | 'group'
  | 'family'
  | 'since'
  | 'until'
  | 'becomes'
  | 'fallback'
>
type Takes = Pick<
  ChatModel,
  'isFileSupported' | 'isImageSupported' | 'isTemperatureSupported' | 'isToolSupported'
>

/**
 * The operator's changes to a chat model of the catalogue, or the whole description of an own
 * model. A model with `becomes` is retired after its last day `until`, or now if it has none.
 */
export type ModelChanges = Partial<Told & Takes> & {
  /** Models with smaller positions come first. */
  position?: number
  /** The provider that answers, and its name of the model. An own model needs it. */
  route?: ChatRoute
}

/**
 * The chat models of a deployment: the catalogue with the operator's changes, and the operator's
 * own models.
 */
export type ChatShelf = {
  /** In the operator's order. Retired names come last. */
  models: readonly ChatModel[]
  /** Own models without a price. They are not called until the operator sets one. */
  unpriced: readonly ChatModel[]
  /** Models after their last day that no other model replaces. Nobody can call them. */
  ended: readonly ChatModel[]
  /** The successors that the operator chose, also for models that have not ended yet. */
  successors: ReadonlyMap<string, string>
  /** Routes that the operator entered on the models page or in the file of models. */
  routes: ReadonlyMap<string, readonly ChatRoute[]>
  /** Models that no vendor offers any more. */
  dropped: ReadonlySet<string>
  positions: ReadonlyMap<string, number>
}

/** The pattern of an own model's API name, such as `my-llama` or `llama3.2:8b`. */
export const OWN_MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/

/** The position of own models until the operator moves them: after the catalogue. */
const LAST = 1000

/** The default flags of an own model: text in, text out. */
const PLAIN: Takes = {
  isFileSupported: false,
  isImageSupported: false,
  isTemperatureSupported: true,
  isToolSupported: false
}

const CATALOGUE = CHAT_GROUPS.flatMap(({ models }) => models)

/** Returns whether the catalogue has a model of this name, retired or not. */
export function isCatalogModel(name: string): boolean {
  return CATALOGUE.some(each => each.name === name)
}

/**
 * Builds the list of chat models of a deployment.
 * @param changes the operator's changes by name; a name that the catalogue lacks is an own model
 * @param configured model names of `CHAT_MODELS`
 * @param today such as `2026-12-10`; decides which models have ended
 * @param dropped models that no vendor offers any more. They count as ended, and their fallbacks
 * answer.
 */
export function buildShelf(
  changes: ReadonlyMap<string, ModelChanges>,
  configured: readonly string[] = [],
  today = '',
  dropped: ReadonlySet<string> = new Set()
): ChatShelf {
  const own = [...new Set([...configured, ...changes.keys()])].filter(name => !isCatalogModel(name))
  const positions = new Map<string, number>()
  const placeOf = (name: string, fallback: number): number =>
    changes.get(name)?.position ?? fallback
  const changed = CATALOGUE.filter(({ becomes }) => becomes === undefined).map((model, at) => {
    positions.set(model.name, placeOf(model.name, (at + 1) * 10))
    return withChanges(model, changes.get(model.name))
  })
  const owned = own.map(name => {
    positions.set(name, placeOf(name, LAST))
    return ownModel(name, changes.get(name))
  })
  const isPriced = ({ name, own: isOwn }: ChatModel): boolean =>
    isOwn !== true || changes.get(name)?.price !== undefined
  const all = [...changed, ...owned].toSorted(
    (a, b) => (positions.get(a.name) ?? 0) - (positions.get(b.name) ?? 0)
  )
  const successors = new Map(
    [...changes].flatMap(([name, { becomes }]) => (becomes === undefined ? [] : [[name, becomes]]))
  )
  const isOver = ({ name, until }: ChatModel): boolean =>
    dropped.has(name) || (until === undefined ? successors.has(name) : until < today)
  const living = all.filter(model => !isOver(model))
  const old = [...all.filter(isOver), ...CATALOGUE.filter(({ becomes }) => becomes !== undefined)]
  const followerOf = (name: string): string | undefined => {
    const shipped = CATALOGUE.find(each => each.name === name)
    const isGone = dropped.has(name) || (shipped?.until ?? today) < today
    return (
      successors.get(name) ??
      shipped?.becomes ??
      (isGone ? all.find(each => each.name === name)?.fallback : undefined)
    )
  }
  const replaced = old.map(model => replace(model, living.filter(isPriced), followerOf))
  return {
    models: [
      ...living.filter(isPriced),
      ...replaced.filter(({ becomes }) => becomes !== undefined)
    ],
    unpriced: living.filter(model => !isPriced(model)),
    ended: replaced.filter(({ becomes }) => becomes === undefined),
    successors,
    routes: new Map(
      [...changes].flatMap(([name, { route }]) => (route === undefined ? [] : [[name, [route]]]))
    ),
    dropped,
    positions
  }
}

/** The catalogue without changes. */
export const CATALOG_SHELF = buildShelf(new Map())

/** Finds a model of the deployment by name. */
export function findShelfModel(
  { models }: Pick<ChatShelf, 'models'>,
  name: string
): ChatModel | undefined {
  return models.find(model => model.name === name)
}

/**
 * Returns the names of all models of a group, listed or not. Conversations of the group use them.
 */
export function groupModelNames({ models, unpriced, ended }: ChatShelf, group: string): string[] {
  return [...models, ...unpriced, ...ended]
    .filter(model => model.group === group)
    .map(({ name }) => name)
}

/** Returns the retired models that some of these models replace. */
export function retiredPredecessors(
  shelf: ChatShelf,
  living: readonly Pick<ChatModel, 'name'>[]
): ChatModel[] {
  return shelf.models.filter(({ becomes }) => living.some(({ name }) => name === becomes))
}

function withChanges(
  model: ChatModel,
  { position: _, route: __, group: ___, becomes: ____, ...told }: ModelChanges = {}
): ChatModel {
  const long = scaleLongPrice(model, told)
  return { ...model, ...told, ...(long && { long }), ...(told.cost && { isCostOwn: true }) }
}

function ownModel(
  name: string,
  { position: _, route: __, becomes: ___, ...told }: ModelChanges = {}
): ChatModel {
  const group: ChatGroupId = 'chatgpt'
  const free = { input: 0, output: 0 }
  return {
    name,
    label: name,
    group,
    enabled: true,
    ...PLAIN,
    price: free,
    maxOutput: 8192,
    ...told,
    ...(told.cost && { isCostOwn: true }),
    own: true
  }
}

/**
 * Replaces a model that has ended by its successor, whose price and group it gets. It also gets the
 * successor's abilities, unless the catalogue itself declares this successor. If the successor has
 * ended too, the successor's successor counts.
 * @returns the model without `becomes` if no living model replaces it
 */
function replace(
  model: ChatModel,
  living: readonly ChatModel[],
  followerOf: (name: string) => string | undefined
): ChatModel {
  const { name, label, until, becomes: shipped } = model
  const seen = new Set([name])
  let next = followerOf(name)
  while (next !== undefined && !living.some(each => each.name === next)) {
    if (seen.has(next)) next = undefined
    else {
      seen.add(next)
      next = followerOf(next)
    }
  }
  const successor = living.find(each => each.name === next)
  const { becomes: _, ...alone } = model
  delete alone.long
  if (successor === undefined) return { ...alone, enabled: false }
  const { price, cost, long, isCostOwn, maxOutput, group } = successor
  if (successor.name === shipped)
    return {
      ...alone,
      becomes: shipped,
      price,
      ...(cost && { cost }),
      ...(long && { long }),
      ...(isCostOwn && { isCostOwn }),
      maxOutput,
      group
    }
  const ends = until !== undefined && { until }
  return { ...successor, name, label, enabled: false, becomes: successor.name, ...ends }
}
