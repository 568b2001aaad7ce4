import { asRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { FAL_QUEUE } from '#providers/fal.ts'
import { callVendor } from '#providers/vendor-call.ts'

/** The public list of fal's endpoints. It needs no key. */
const PLATFORM = 'https://api.fal.ai'

/** Most endpoints that one call may ask for. */
const AT_ONCE = 50

/**
 * Returns which of these endpoints fal has. The calls cost nothing. Source: `GET /v1/models`,
 * docs.fal.ai/platform-apis/v1/models, November 2026.
 * @throws Problem where fal cannot be reached or answers with something else
 */
export async function listFalEndpoints(
  upstream: VendorConnection,
  asked: readonly string[]
): Promise<string[]> {
  const platform = platformOf(upstream)
  const found: string[] = []
  for (let at = 0; at < asked.length; at += AT_ONCE)
    found.push(...(await findEndpoints(platform, asked.slice(at, at + AT_ONCE))))
  return found
}

/** An endpoint as fal's list describes it. */
export type FalEndpoint = { endpoint: string; title: string; category: string; description: string }

/** Number of endpoints that a search finds at most. */
const FOUND = 20

/**
 * Searches fal's list for endpoints that are in service. The call costs nothing. Source: `GET
 * /v1/models` with `q`, docs.fal.ai/platform-apis/v1/models, November 2026.
 * @throws Problem if fal cannot be reached or answers with something else
 */
export async function searchFalEndpoints(
  upstream: VendorConnection,
  words: string
): Promise<FalEndpoint[]> {
  const query = new URLSearchParams({ q: words, status: 'active', limit: String(FOUND) })
  return (await listModels(platformOf(upstream), query)).flatMap(describedIn).slice(0, FOUND)
}

/**
 * If the operator has set another address for fal's queue, the same address is used for this list.
 */
function platformOf(upstream: VendorConnection): VendorConnection {
  return upstream.baseURL === FAL_QUEUE ? { ...upstream, baseURL: PLATFORM } : upstream
}

async function listModels(upstream: VendorConnection, query: URLSearchParams): Promise<Json[]> {
  const { models } = await callVendor(upstream, `v1/models?${query}`)
  if (!Array.isArray(models)) throw new Problem('api_error', { detail: 'there is no list' })
  return models
}

/**
 * Returns the known ones of these endpoints. A call with an unknown endpoint may be refused as a
 * whole, so its halves are then asked for.
 */
async function findEndpoints(
  upstream: VendorConnection,
  asked: readonly string[]
): Promise<string[]> {
  const query = new URLSearchParams(asked.map(id => ['endpoint_id', id]))
  query.set('limit', String(AT_ONCE))
  try {
    return (await listModels(upstream, query)).flatMap(endpointIn)
  } catch (error) {
    if (!(error instanceof Problem && / \(404\)/.test(error.detail))) throw error
    if (asked.length === 1) return []
    const half = Math.ceil(asked.length / 2)
    return [
      ...(await findEndpoints(upstream, asked.slice(0, half))),
      ...(await findEndpoints(upstream, asked.slice(half)))
    ]
  }
}

function endpointIn(entry: Json): string[] {
  const id = asRecord(entry)?.['endpoint_id']
  return typeof id === 'string' ? [id] : []
}

function describedIn(entry: Json): FalEndpoint[] {
  const about = asRecord(asRecord(entry)?.['metadata'] ?? null)
  const text = (name: string, most: number): string => {
    const value = about?.[name]
    return typeof value === 'string' ? value.trim().slice(0, most) : ''
  }
  return endpointIn(entry).map(endpoint => ({
    endpoint,
    title: text('display_name', 100) || endpoint,
    category: text('category', 40),
    description: text('description', 300)
  }))
}
