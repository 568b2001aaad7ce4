import {
  SUBSTITUTES,
  type Substitute,
  type SubstituteName
} from '#catalog/midjourney/substitute.server.ts'
import {
  MEDIA_VENDORS,
  TOOL_VENDORS,
  type MediaVendorName,
  type ToolVendorName
} from '#core/vendor-names.ts'
import { MEDIA_VENDOR_NAMES, type MediaVariables } from '#core/vendor-variables.ts'
import type { ConfigReader } from '#servers/config-services.ts'

/** A vendor's address and API keys; where the vendor refuses one key, the next is tried. */
export type VendorConfig = { baseURL: string; apiKeys: readonly string[] }

export type MediaConfig = {
  mediaVendors: Partial<Record<MediaVendorName, VendorConfig>>
  /** The order in which vendors are tried. */
  mediaOrder: readonly ToolVendorName[]
  /** The vendors that the operator wrote into `MEDIA_ORDER`, without those added by default. */
  mediaNamed: readonly ToolVendorName[]
  /**
   * A vendor's new model names, by the names in our catalogue, since vendors retire names within a
   * year.
   */
  mediaModels: Readonly<Record<string, string>>
  /** The folder with the operator's own workflows for ComfyUI; null for none. */
  comfyuiWorkflows: string | null
  /** Hosts on private networks that tools from schemas may call, as `name:port`. */
  toolHosts: readonly string[]
  /** The service that replaces midjourney, which has no public API; null for none. */
  substitute: Substitute | null
}

/** The public address of each vendor; null for one whose address the operator sets. */
export const MEDIA_ADDRESSES: Readonly<Record<MediaVendorName, string | null>> = {
  upstream: MEDIA_VENDOR_NAMES.upstream.url,
  fal: MEDIA_VENDOR_NAMES.fal.url,
  gemini: MEDIA_VENDOR_NAMES.gemini.url,
  elevenlabs: MEDIA_VENDOR_NAMES.elevenlabs.url,
  a1111: MEDIA_VENDOR_NAMES.a1111.url,
  comfyui: MEDIA_VENDOR_NAMES.comfyui.url,
  replicate: MEDIA_VENDOR_NAMES.replicate.url,
  minimax: MEDIA_VENDOR_NAMES.minimax.url,
  luma: MEDIA_VENDOR_NAMES.luma.url,
  kling: MEDIA_VENDOR_NAMES.kling.url,
  runway: MEDIA_VENDOR_NAMES.runway.url
}

/**
 * Reads the addresses and keys of vendors (keys separated by commas), and `MEDIA_ORDER`, the order
 * in which they are tried.
 */
export function readMediaConfig(reader: ConfigReader): MediaConfig {
  const found: MediaConfig['mediaVendors'] = {}
  for (const name of MEDIA_VENDORS) {
    const vendor = readVendor(reader, MEDIA_VENDOR_NAMES[name])
    if (vendor !== null) found[name] = vendor
  }
  return {
    mediaVendors: found,
    ...readOrder(reader),
    mediaModels: readModels(reader),
    comfyuiWorkflows: reader.get('COMFYUI_WORKFLOWS'),
    toolHosts: readHosts(reader),
    substitute: readSubstitute(reader)
  }
}

/** Reads `MIDJOURNEY_SUBSTITUTE=nanobanana`, optionally with one of its models after a slash. */
function readSubstitute({ get, problems }: ConfigReader): Substitute | null {
  const text = get('MIDJOURNEY_SUBSTITUTE')
  if (text === null || text === 'off') return null
  const [word, model] = text.split('/', 2)
  const service = (Object.keys(SUBSTITUTES) as SubstituteName[]).find(each => each === word)
  if (service !== undefined)
    return { service, ...(model !== undefined && model !== '' && { model }) }
  problems.push(
    `MIDJOURNEY_SUBSTITUTE must be off, or one of ${Object.keys(SUBSTITUTES).join(', ')}, not "${text}"`
  )
  return null
}

/** Reads `MEDIA_MODELS={"gemini-2.5-flash-image":"gemini-3.1-flash-lite-image"}`. */
function readModels({ get, problems }: ConfigReader): Record<string, string> {
  const text = get('MEDIA_MODELS') ?? '{}'
  try {
    const value: unknown = JSON.parse(text)
    const pairs =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value)
        : null
    if (
      pairs?.every(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''
      )
    )
      return Object.fromEntries(pairs)
  } catch {
    // The message below also covers text that is no JSON.
  }
  problems.push(
    'MEDIA_MODELS must be JSON like {"gemini-2.5-flash-image":"gemini-3.1-flash-lite-image"}'
  )
  return {}
}

/** Reads `TOOL_HOSTS=127.0.0.1:8000,painter.lan`. */
function readHosts({ get, problems }: ConfigReader): string[] {
  const hosts = splitKeys(get('TOOL_HOSTS'))
  const wrong = hosts.filter(host => {
    const address = `http://${host}`
    return !URL.canParse(address) || new URL(address).host !== host
  })
  if (wrong.length > 0)
    problems.push(`TOOL_HOSTS must list hosts like 127.0.0.1:8000, not "${wrong.join(',')}"`)
  return hosts
}

function readVendor(
  { get, problems }: ConfigReader,
  { key, base, url, keyless }: MediaVariables
): VendorConfig | null {
  const given = splitKeys(get(key))
  const apiKeys = keyless && given.length === 0 && get(base) !== null ? [''] : given
  const baseURL = get(base) ?? url
  if (apiKeys.length === 0) {
    if (get(base) !== null) problems.push(`${base} is set but ${key} is not`)
    return null
  }
  if (baseURL === null || !URL.canParse(baseURL) || !/^https?:$/.test(new URL(baseURL).protocol)) {
    problems.push(
      `${base} must be an address like ${url ?? 'https://api.studio.example'}, not "${baseURL ?? ''}"`
    )
    return null
  }
  return { baseURL: baseURL.replace(/\/$/, ''), apiKeys }
}

/** Splits the comma-separated keys of one variable. */
export function splitKeys(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map(key => key.trim())
    .filter(Boolean)
}

function readOrder({
  get,
  problems
}: ConfigReader): Pick<MediaConfig, 'mediaOrder' | 'mediaNamed'> {
  const text = get('MEDIA_ORDER')
  const words = text?.split(',').map(word => word.trim()) ?? []
  const known = words.flatMap(word => TOOL_VENDORS.find(name => name === word) ?? [])
  if (known.length < words.length)
    problems.push(`MEDIA_ORDER knows ${TOOL_VENDORS.join(', ')}, not "${words.join(',')}"`)
  return { mediaOrder: [...new Set([...known, ...TOOL_VENDORS])], mediaNamed: known }
}
