import type { ChatRoute } from '#catalog/chat/route.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroupId, ChatModel } from '#core/chat.ts'

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
>
type Takes = Pick<
  ChatModel,
  'isFileSupported' | 'isImageSupported' | 'isTemperatureSupported' | 'isToolSupported'
>

/**
 * The operator's changes to a chat model of the catalogue, or the whole description of an own
 * model.
 */
export type ModelChanges = Partial<Told & Takes> & {
  /** Models with smaller positions come first. */
  position?: number
  /** For an own model: the provider that answers, and its name of the model. */
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
  /** Routes of own models that the operator entered on the models page. */
  routes: Readonly<Record<string, readonly ChatRoute[]>>
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

/**
 * Builds the list of chat models of a deployment.
 * @param changes the operator's changes by name; a name that the catalogue lacks is an own model
 * @param configured model names of `CHAT_MODELS`
 */
export function buildShelf(
  changes: ReadonlyMap<string, ModelChanges>,
  configured: readonly string[] = []
): ChatShelf {
  const own = [...new Set([...configured, ...changes.keys()])].filter(name =>
    CATALOGUE.every(each => each.name !== name)
  )
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
  const living = [...changed, ...owned].toSorted(
    (a, b) => (positions.get(a.name) ?? 0) - (positions.get(b.name) ?? 0)
  )
  return {
    models: [...living.filter(isPriced), ...retired(changed)],
    unpriced: living.filter(model => !isPriced(model)),
    routes: Object.fromEntries(own.flatMap(name => routeOf(name, changes.get(name)))),
    positions
  }
}

/** The catalogue without changes. */
export const CATALOGUE_SHELF = buildShelf(new Map())

/** Finds a model of the deployment by name. */
export function findOn({ models }: Pick<ChatShelf, 'models'>, name: string): ChatModel | undefined {
  return models.find(model => model.name === name)
}

/**
 * Returns the names of all models of a group, listed or not. Conversations of the group use them.
 */
export function namesIn({ models, unpriced }: ChatShelf, group: string): string[] {
  return [...models, ...unpriced].filter(model => model.group === group).map(({ name }) => name)
}

/** Returns the retired models that some of these models replace. */
export function retiredFor(
  shelf: ChatShelf,
  living: readonly Pick<ChatModel, 'name'>[]
): ChatModel[] {
  return shelf.models.filter(({ becomes }) => living.some(({ name }) => name === becomes))
}

function withChanges(
  model: ChatModel,
  { position: _, route: __, group: ___, ...told }: ModelChanges = {}
): ChatModel {
  return { ...model, ...told, ...(told.cost && { isCostOwn: true }) }
}

function ownModel(name: string, { position: _, route: __, ...told }: ModelChanges = {}): ChatModel {
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

function routeOf(
  name: string,
  changes: ModelChanges | undefined
): [string, readonly ChatRoute[]][] {
  return changes?.route === undefined ? [] : [[name, [changes.route]]]
}

/** Gives each retired model the price and the maximum output of its successor. */
function retired(living: readonly ChatModel[]): ChatModel[] {
  return CATALOGUE.flatMap(model => {
    const { becomes } = model
    if (becomes === undefined) return []
    const successor = living.find(({ name }) => name === becomes)
    return [
      successor === undefined
        ? model
        : {
            ...model,
            price: successor.price,
            ...(successor.cost && { cost: successor.cost }),
            ...(successor.isCostOwn && { isCostOwn: true }),
            maxOutput: successor.maxOutput
          }
    ]
  })
}
