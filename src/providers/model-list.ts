import { asRecord, type Json } from '#core/json.ts'
import type { VendorConnection } from '#core/provider.ts'
import { listFalEndpoints } from '#providers/fal-list.ts'
import { listReplicateModels } from '#providers/replicate-list.ts'
import { callVendorForList, callVendor } from '#providers/vendor-call.ts'

/** Vendors that offer no list of the models that we call. MiniMax lists only those of its chat. */
const SILENT: readonly string[] = [
  'upstream',
  'zai',
  'qwen',
  'minimax',
  'luma',
  'kling',
  'runway',
  'a1111',
  'comfyui'
]

/** Checks whether a vendor has no list at all. For any other vendor, an empty list is an error. */
export function hasNoModelList(vendor: string): boolean {
  return SILENT.includes(vendor)
}

/** Returns the headers of a call to Anthropic, which requires the version of its protocol. */
export function anthropicHeaders(apiKey: string): Record<string, string> {
  return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
}

/**
 * Lists the names of the models that a vendor serves for a key. The call costs nothing.
 * @param vendor its name in the configuration; any unknown vendor speaks OpenAI's chat completions
 * @param asked the names that the caller wants to know about; fal and Replicate list only these
 * @returns null if the vendor has no model list, or an empty one
 * @throws Problem if the vendor refuses the key or cannot be reached
 */
export async function listVendorModels(
  vendor: string,
  upstream: VendorConnection,
  asked: readonly string[] = []
): Promise<ReadonlySet<string> | null> {
  if (hasNoModelList(vendor)) return null
  const names = await namesOf(vendor, upstream, asked)
  return names.length === 0 ? null : new Set(names)
}

function namesOf(
  vendor: string,
  upstream: VendorConnection,
  asked: readonly string[]
): Promise<string[]> {
  switch (vendor) {
    case 'fal':
      return listFalEndpoints(upstream, asked)
    case 'gemini':
      return geminiModels(upstream)
    case 'anthropic':
      return anthropicModels(upstream)
    case 'replicate':
      return listReplicateModels(upstream, asked)
    case 'elevenlabs':
      return elevenlabsModels(upstream, asked)
    case 'xai':
      return xaiModels(upstream, asked)
    default:
      return openaiModels(upstream)
  }
}

/** Anthropic lists at most 1,000 models at a time, which is more than it has. */
async function anthropicModels(upstream: VendorConnection): Promise<string[]> {
  const { data } = await callVendor(upstream, 'models?limit=1000', {
    headers: anthropicHeaders(upstream.apiKey)
  })
  return textsIn(recordsIn(data).map(({ id }) => id ?? null))
}

async function openaiModels(upstream: VendorConnection): Promise<string[]> {
  const headers: Record<string, string> =
    upstream.apiKey === '' ? {} : { authorization: `Bearer ${upstream.apiKey}` }
  const { data } = await callVendor(upstream, 'models', { headers })
  // xAI lists a model by its dated name and gives the usual name as an alias.
  return recordsIn(data).flatMap(namesIn)
}

function namesIn({ id, aliases }: Record<string, Json>): string[] {
  return textsIn([id ?? null, ...(Array.isArray(aliases) ? aliases : [])])
}

/**
 * The path of xAI's list of image models and of video models, by the beginning of the models'
 * names.
 */
const XAI_MEDIA = {
  'grok-imagine-image': 'image-generation-models',
  'grok-imagine-video': 'video-generation-models'
} as const

/**
 * Lists xAI's models. If a list of image or video models cannot be read, the models that should be
 * on it count as listed.
 */
async function xaiModels(upstream: VendorConnection, asked: readonly string[]): Promise<string[]> {
  const headers = { authorization: `Bearer ${upstream.apiKey}` }
  const names = await openaiModels(upstream)
  for (const [start, path] of Object.entries(XAI_MEDIA)) {
    const unlisted = asked.filter(model => model.startsWith(start) && !names.includes(model))
    if (unlisted.length === 0) continue
    const more = await callVendor(upstream, path, { headers })
      .then(({ models }) => recordsIn(models).flatMap(namesIn))
      .catch(() => unlisted)
    names.push(...more)
  }
  return names
}

/**
 * Lists ElevenLabs' models. ElevenLabs lists only its speech models, so the others count as listed.
 */
async function elevenlabsModels(
  upstream: VendorConnection,
  asked: readonly string[]
): Promise<string[]> {
  const headers = { 'xi-api-key': upstream.apiKey }
  const list = await callVendorForList(upstream, 'models', { headers })
  const names = textsIn(recordsIn(list).map(({ model_id }) => model_id ?? null))
  if (names.length === 0) return []
  return [...names, ...asked.filter(model => !model.startsWith('eleven_'))]
}

async function geminiModels(upstream: VendorConnection): Promise<string[]> {
  const { models } = await callVendor(upstream, 'models?pageSize=1000', {
    headers: { 'x-goog-api-key': upstream.apiKey }
  })
  return textsIn(recordsIn(models).map(({ name }) => name ?? null)).map(name =>
    name.replace(/^models\//, '')
  )
}

function recordsIn(list: Json | undefined): Record<string, Json>[] {
  return (Array.isArray(list) ? list : []).map(asRecord).filter(each => each !== null)
}

function textsIn(values: readonly Json[]): string[] {
  return values.filter(value => typeof value === 'string')
}
