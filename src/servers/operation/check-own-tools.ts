import type { Config } from '#servers/config.ts'
import type { StoredService } from '#servers/lib/own-services.ts'
import type { VendorKeys } from '#servers/lib/vendor-keys.ts'
import { schemaPlaces, type SchemaPlace } from '#servers/lib/schema-places.ts'

/** Milliseconds in which a schema or a server must answer. */
const PATIENCE = 15_000

type Needs = {
  keys: Pick<VendorKeys, 'of'>
  config: Pick<Config, 'toolHosts'>
  fetch: typeof globalThis.fetch
}

type Tool = Pick<StoredService, 'own'>

/**
 * Checks the tools that operators made from schemas. For fal and Replicate it reads the schema, for
 * other servers it asks whether the address exists. Nothing is charged.
 * @returns a line for each tool that no longer works
 */
export async function checkOwnTools(needs: Needs, tools: readonly Tool[]): Promise<string[]> {
  const found = await Promise.all(
    tools.map(async ({ own: { id, source, endpoint } }) => {
      const reason = await whyDead(needs, source, endpoint)
      return reason === null ? [] : [`${id} does not work: ${endpoint} ${reason}`]
    })
  )
  return found.flat()
}

/** Returns why a tool no longer works; null if it does. */
async function whyDead(
  needs: Needs,
  source: Tool['own']['source'],
  endpoint: string
): Promise<string | null> {
  // OPTIONS runs nothing, so it costs nothing. A server responds to it in some way if the address
  // exists.
  if (source === 'openapi') return refusalAt(needs, { url: endpoint, headers: {} }, 'OPTIONS')
  const [place] = schemaPlaces(needs, endpoint, [source])
  return place === undefined ? 'has no schema' : refusalAt(needs, place, 'GET')
}

async function refusalAt(
  { fetch }: Needs,
  { url, headers }: Pick<SchemaPlace, 'url' | 'headers'>,
  method: 'GET' | 'OPTIONS'
): Promise<string | null> {
  try {
    const answer = await fetch(url, { method, headers, signal: AbortSignal.timeout(PATIENCE) })
    await answer.body?.cancel()
    const isThere =
      method === 'GET' ? answer.ok : ![404, 410].includes(answer.status) && answer.status < 500
    return isThere ? null : `answers with ${answer.status}`
  } catch {
    return 'cannot be reached'
  }
}
