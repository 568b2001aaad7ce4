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
  const lists = new Map<ModelServerName, ReadonlyMap<string, ModelChanges>>()
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
    all = new Map(servers.flatMap(name => [...(lists.get(name) ?? [])]))
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

/**
 * Reads the list of one server.
 * @returns null if the server does not respond now; its last list then stays
 */
async function readList(
  { config, fetch, log }: Needs,
  name: ModelServerName
): Promise<ReadonlyMap<string, ModelChanges> | null> {
  const { baseURL = '', apiKeys: [apiKey = ''] = [] } = config.providers[name] ?? {}
  const price = config.modelServers[name]?.price ?? null
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const ids = (await listVendorModels(name, { fetch, baseURL, apiKey, signal })) ?? []
    return new Map(
      [...ids].slice(0, MOST).flatMap((id): [string, ModelChanges][] => {
        const own = ownName(name, id)
        const route = { provider: name, model: id }
        return own === null
          ? []
          : [[own, { label: id, group: name, route, ...(price && { price }) }]]
      })
    )
  } catch (error) {
    const { code, detail } = toProblem(error)
    log.warn({ vendor: name, code, detail }, 'a server did not list its models')
    return null
  }
}

/** The API name of a server's model; null for a name that cannot be one. */
function ownName(server: ModelServerName, id: string): string | null {
  const name = id.replaceAll('/', ':')
  const free = isCatalogModel(name) ? `${server}:${name}` : name
  return OWN_MODEL_NAME.test(free) ? free : null
}
