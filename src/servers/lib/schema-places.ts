import { isEndpointName } from '#catalog/from-schema/document.ts'
import type { OwnServiceSource } from '#core/own-service.ts'
import { replicateHeaders } from '#providers/replicate.ts'
import { hostsOf } from '#servers/files/outputs.ts'
import { MEDIA_ADDRESSES } from '#servers/config-providers.ts'
import type { Context } from '#servers/lib/context.ts'

/** An address at which a schema may be found. */
export type SchemaPlace = {
  url: string
  /** Headers for this place only. They may hold a key. */
  headers: Record<string, string>
  /** Hosts that may be asked although they are not public. */
  trustedHosts: readonly string[]
  /** The vendor's name of the model. The schema of a model's version does not contain it. */
  endpoint: string
}

type Needs = { keys: Pick<Context['keys'], 'of'>; config: Pick<Context['config'], 'toolHosts'> }

/**
 * The address of the schemas of fal's endpoints. If the operator set another address for fal,
 * schemas are read from that one.
 */
const FAL = 'https://fal.ai'
const FAL_PATH = '/api/openapi/queue/openapi.json?endpoint_id='

/** The page of a model at Replicate, or its address in the API, with or without a version. */
const MODEL =
  /^https:\/\/(?:replicate\.com|api\.replicate\.com\/v1\/models)\/([\w.-]+\/[\w.-]+)(?:\/versions\/(\w+))?\/?(?:[?#].*)?$/

/**
 * Lists the places where the schema of an endpoint, a model or a server may be, the likeliest first.
 * @param address an endpoint of fal, a model of Replicate or its page, or the address of a document
 * @param named the vendors that the address may name
 */
export function schemaPlaces(
  needs: Needs,
  address: string,
  named: readonly OwnServiceSource[] = ['fal', 'replicate']
): SchemaPlace[] {
  const [, model, version] = MODEL.exec(address) ?? []
  if (model !== undefined)
    return [replicatePlace(needs, version === undefined ? model : `${model}:${version}`)]
  const known = named.filter(source => isEndpointName(source, address))
  if (known.length === 0) {
    const trustedHosts = [...hostsOf(needs.keys, 'fal'), ...needs.config.toolHosts]
    return [{ url: address, headers: {}, trustedHosts, endpoint: '' }]
  }
  // Some names fit both vendors. The vendor with a key is asked first.
  return known
    .toSorted((a, b) => Number(hasKey(needs, b)) - Number(hasKey(needs, a)))
    .map(source => (source === 'fal' ? falPlace(needs, address) : replicatePlace(needs, address)))
}

function hasKey({ keys }: Needs, source: OwnServiceSource): boolean {
  return keys.of(source).length > 0
}

function falPlace({ keys }: Needs, endpoint: string): SchemaPlace {
  const [account] = keys.of('fal')
  const own = account?.baseURL ?? MEDIA_ADDRESSES.fal
  const base = own === MEDIA_ADDRESSES.fal ? FAL : own
  return {
    url: `${base}${FAL_PATH}${encodeURIComponent(endpoint)}`,
    headers: {},
    trustedHosts: hostsOf(keys, 'fal'),
    endpoint
  }
}

/** Replicate wants a key for schemas too. Source: replicate.com/docs, "HTTP API", 2026. */
function replicatePlace({ keys }: Needs, endpoint: string): SchemaPlace {
  const [account] = keys.of('replicate')
  const { baseURL, apiKey } = account ?? { baseURL: MEDIA_ADDRESSES.replicate, apiKey: '' }
  const [model = '', version] = endpoint.split(':')
  return {
    url: `${baseURL}/models/${model}${version === undefined ? '' : `/versions/${version}`}`,
    headers: apiKey === '' ? {} : replicateHeaders({ apiKey }),
    trustedHosts: hostsOf(keys, 'replicate'),
    endpoint
  }
}
