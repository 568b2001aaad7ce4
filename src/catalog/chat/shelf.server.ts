import type { ChatRoute } from '#catalog/chat/route.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroupId, ChatModel } from '#core/chat.ts'

type Told = Pick<ChatModel, 'label' | 'description' | 'enabled' | 'context' | 'price' | 'maxOutput' | 'group' | 'family'>
type Takes = Pick<ChatModel, 'isFileSupported' | 'isImageSupported' | 'isTemperatureSupported' | 'isToolSupported'>

/** What an operator says of a chat model: over the catalogue's entry, or all there is of a model of their own. */
export type ModelChanges = Partial<Told & Takes> & {
  /** Smaller ones come first. */
  position?: number
  /** Of an own model: who answers, and under which name. */
  route?: ChatRoute
}

/** The chat models of a deployment: the catalogue as operators changed it, and their own. */
export type ChatShelf = {
  /** In the operator's order; retired names come last. */
  models: readonly ChatModel[]
  /** Own models without a price: nobody is asked before the operator says what they cost. */
  unpriced: readonly ChatModel[]
  /** Routes of own models that were entered on the page. */
  routes: Readonly<Record<string, readonly ChatRoute[]>>
  positions: ReadonlyMap<string, number>
}

/** What a name may look like on the wire, such as `my-llama` or `llama3.2:8b`. */
export const OWN_MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/

/** Where own models stand until an operator moves them: behind the catalogue's. */
const LAST = 1000

/** Flags of an own model of which nothing more is known: words in, words out. */
const PLAIN: Takes = { isFileSupported: false, isImageSupported: false, isTemperatureSupported: true, isToolSupported: false }

const CATALOGUE = CHAT_GROUPS.flatMap(({ models }) => models)

/**
 * Puts the chat models of a deployment together.
 * @param changes by name, as operators entered them; a name that the catalogue lacks is an own model
 * @param configured names of `CHAT_MODELS`
 */
export function buildShelf(changes: ReadonlyMap<string, ModelChanges>, configured: readonly string[] = []): ChatShelf {
  const own = [...new Set([...configured, ...changes.keys()])].filter(name => CATALOGUE.every(each => each.name !== name))
  const positions = new Map<string, number>()
  const placeOf = (name: string, fallback: number): number => changes.get(name)?.position ?? fallback
  const changed = CATALOGUE.filter(({ becomes }) => becomes === undefined).map((model, at) => {
    positions.set(model.name, placeOf(model.name, (at + 1) * 10))
    return withChanges(model, changes.get(model.name))
  })
  const owned = own.map(name => {
    positions.set(name, placeOf(name, LAST))
    return ownModel(name, changes.get(name))
  })
  const isPriced = ({ name, own: isOwn }: ChatModel): boolean => isOwn !== true || changes.get(name)?.price !== undefined
  const living = [...changed, ...owned].toSorted((a, b) => (positions.get(a.name) ?? 0) - (positions.get(b.name) ?? 0))
  return {
    models: [...living.filter(isPriced), ...retired(changed)],
    unpriced: living.filter(model => !isPriced(model)),
    routes: Object.fromEntries(own.flatMap(name => routeOf(name, changes.get(name)))),
    positions
  }
}

/** The catalogue as it comes. */
export const CATALOGUE_SHELF = buildShelf(new Map())

export function findOn({ models }: Pick<ChatShelf, 'models'>, name: string): ChatModel | undefined {
  return models.find(model => model.name === name)
}

/** The names of all models of a group, listed or not: those of its conversations. */
export function namesIn({ models, unpriced }: ChatShelf, group: string): string[] {
  return [...models, ...unpriced].filter(model => model.group === group).map(({ name }) => name)
}

/** The retired names that some of these models answer for. */
export function retiredFor(shelf: ChatShelf, living: readonly Pick<ChatModel, 'name'>[]): ChatModel[] {
  return shelf.models.filter(({ becomes }) => living.some(({ name }) => name === becomes))
}

function withChanges(model: ChatModel, { position: _, route: __, group: ___, ...told }: ModelChanges = {}): ChatModel {
  return { ...model, ...told }
}

function ownModel(name: string, { position: _, route: __, ...told }: ModelChanges = {}): ChatModel {
  const group: ChatGroupId = 'chatgpt'
  const free = { input: 0, output: 0 }
  return { name, label: name, group, enabled: true, ...PLAIN, price: free, maxOutput: 8192, ...told, own: true }
}

function routeOf(name: string, changes: ModelChanges | undefined): [string, readonly ChatRoute[]][] {
  return changes?.route === undefined ? [] : [[name, [changes.route]]]
}

/** A retired name costs and takes what the model does that answers for it. */
function retired(living: readonly ChatModel[]): ChatModel[] {
  return CATALOGUE.flatMap(model => {
    const { becomes } = model
    if (becomes === undefined) return []
    const successor = living.find(({ name }) => name === becomes)
    return [successor === undefined ? model : { ...model, price: successor.price, maxOutput: successor.maxOutput }]
  })
}
