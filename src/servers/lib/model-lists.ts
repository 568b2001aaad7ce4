import { isCatalogModel, OWN_MODEL_NAME, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import { MODEL_SERVERS, type ModelServerName } from '#core/chat-vendors.ts'
import { toProblem } from '#core/problem.ts'
import { listVendorModels } from '#providers/model-list.ts'
import type { BaseContext } from '#servers/lib/base.ts'

/** The models that the operator's own servers list. */
export type ModelLists = {
  /**
   * Returns the listed models in the form of changes to the catalogue. A list that is older than a
   * minute is read again in the background; only the first read is waited for. It never throws, and
   * returns a new map after each read.
   */
  read(): Promise<ReadonlyMap<string, ModelChanges>>
}

type Needs = Pick<BaseContext, 'config' | 'clock' | 'fetch' | 'log'>

/** Milliseconds after which a list is read again. */
const FRESH = 60_000

/** Milliseconds in which a server must list its models. */
const PATIENCE = 3000

/** Most models of one server. */
const MOST = 500

export function createModelLists(needs: Needs): ModelLists {
  const { config, clock } = needs
  const servers = MODEL_SERVERS.filter(name => config.modelServers[name] !== undefined)
  const lists = new Map<ModelServerName, readonly ListedModel[]>()
  let all: ReadonlyMap<string, ModelChanges> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let first: Promise<void> | null = null

  async function refresh(): Promise<void> {
    await Promise.all(
      servers.map(async name => {
        const found = await readList(needs, name)
        if (found !== null) lists.set(name, found)
      })
    )
    all = joinLists(servers.map(name => [name, lists.get(name) ?? []] as const))
  }

  return {
    async read() {
      if (servers.length > 0 && readAt + FRESH <= clock.now()) {
        readAt = clock.now()
        const reading = refresh()
        first ??= reading
      }
      await first
      return all
    }
  }
}

/** A model of a server: its name if no other model has it, and its description. */
type ListedModel = { name: string; change: ModelChanges }

/**
 * Joins the lists of all servers, in the order of `MODEL_SERVERS`. The first model of a name keeps
 * it. Another model that would get the same name, or that of a model of the catalogue, has the name
 * of its server in front, so that none gets the route or the price of another.
 */
function joinLists(
  lists: readonly (readonly [ModelServerName, readonly ListedModel[]])[]
): ReadonlyMap<string, ModelChanges> {
  const all = new Map<string, ModelChanges>()
  for (const [server, models] of lists)
    for (const { name, change } of models) {
      const free = isCatalogModel(name) || all.has(name) ? `${server}:${name}` : name
      if (OWN_MODEL_NAME.test(free) && !all.has(free)) all.set(free, change)
    }
  return all
}

/**
 * Reads the list of one server.
 * @returns null if the server does not respond now; its last list then stays
 */
async function readList(
  { config, fetch, log }: Needs,
  name: ModelServerName
): Promise<readonly ListedModel[] | null> {
  const { baseURL = '', apiKeys: [apiKey = ''] = [] } = config.providers[name] ?? {}
  const price = config.modelServers[name]?.price ?? null
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const ids = (await listVendorModels(name, { fetch, baseURL, apiKey, signal })) ?? []
    return [...ids].slice(0, MOST).map(id => {
      const change = { label: id, group: name, route: { provider: name, model: id } }
      return { name: id.replaceAll('/', ':'), change: { ...change, ...(price && { price }) } }
    })
  } catch (error) {
    const { code, detail } = toProblem(error)
    log.warn({ vendor: name, code, detail }, 'a server did not list its models')
    return null
  }
}
