import { z } from '@hono/zod-openapi'
import type { ChatRoute } from '#catalog/chat/route.ts'
import { OWN_MODEL_NAME } from '#catalog/chat/shelf.server.ts'
import {
  CHAT_VENDORS,
  MODEL_SERVERS,
  type ModelServerName,
  type OwnKeyVendor
} from '#core/chat-vendors.ts'
import { creditsToMicro, type TokenPrice } from '#core/money.ts'
import { MEDIA_VENDORS } from '#core/vendor-names.ts'
import { CHAT_VENDOR_NAMES } from '#core/vendor-variables.ts'
import { splitKeys, MEDIA_ADDRESSES, type VendorConfig } from '#servers/config-providers.ts'
import type { ConfigReader } from '#servers/config-services.ts'

export type ChatConfig = {
  /**
   * Chat vendors by name: those with a key in the environment, and the servers of `CHAT_PROVIDERS`.
   */
  providers: Readonly<Record<string, VendorConfig>>
  /**
   * Routes by model name. They override the built-in map and add own models. The next route is used
   * where one fails before its first output.
   */
  chatModels: Readonly<Record<string, readonly ChatRoute[]>>
  /**
   * The operator's servers that list their own models, with the price of each model; null where the
   * operator prices every model on the models page.
   */
  modelServers: Partial<Record<ModelServerName, { price: TokenPrice | null }>>
  /** The operator's file of models; null for `models.json` in the data folder. */
  modelsFile: string | null
  /** The address or file of a price list in the form of models.dev; null for none. */
  modelPrices: string | null
}

/** The public address of each vendor that users can bring a key for. */
export const CHAT_ADDRESSES: Readonly<Record<OwnKeyVendor, string>> = {
  openai: CHAT_VENDOR_NAMES.openai.url,
  deepseek: CHAT_VENDOR_NAMES.deepseek.url,
  xai: CHAT_VENDOR_NAMES.xai.url,
  anthropic: CHAT_VENDOR_NAMES.anthropic.url,
  moonshot: CHAT_VENDOR_NAMES.moonshot.url,
  zai: CHAT_VENDOR_NAMES.zai.url,
  qwen: CHAT_VENDOR_NAMES.qwen.url,
  openrouter: CHAT_VENDOR_NAMES.openrouter.url,
  gemini: MEDIA_ADDRESSES.gemini ?? ''
}

/** Providers that a route in `CHAT_MODELS` may name, besides the servers of `CHAT_PROVIDERS`. */
export const ROUTE_VENDORS: readonly string[] = [...CHAT_VENDORS, 'gemini']

/**
 * Reads the variables of chat vendors (keys separated by commas) and of the operator's own servers,
 * `CHAT_PROVIDERS`, `CHAT_MODELS`, `MODELS_FILE` and `MODEL_PRICES`.
 */
export function readChatConfig(reader: ConfigReader): ChatConfig {
  const own = readModelServers(reader)
  const providers = { ...readServers(reader), ...own.providers, ...readVendors(reader) }
  return {
    providers,
    chatModels: readModels(reader, [...ROUTE_VENDORS, ...Object.keys(providers)]),
    modelServers: own.modelServers,
    modelsFile: reader.get('MODELS_FILE'),
    modelPrices: readModelPrices(reader)
  }
}

function readModelPrices({ get, problems }: ConfigReader): string | null {
  const place = get('MODEL_PRICES')
  // The address may hold a key, so no message repeats it.
  if (place !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(place) && !isAddress(place))
    problems.push('MODEL_PRICES must be a file, or an address like https://models.dev/api.json')
  return place
}

/** Reads `OLLAMA_…` and `LLAMA_…`: a server's address, its keys if it needs some, and a price. */
function readModelServers(
  reader: ConfigReader
): Pick<ChatConfig, 'modelServers'> & { providers: Record<string, VendorConfig> } {
  const providers: Record<string, VendorConfig> = {}
  const modelServers: ChatConfig['modelServers'] = {}
  for (const name of MODEL_SERVERS) {
    const prefix = name.toUpperCase()
    const url = reader.get(`${prefix}_URL`)
    const price = readServerPrice(reader, `${prefix}_PRICE`)
    if (url === null) continue
    if (!isAddress(url))
      reader.problems.push(
        `${prefix}_URL must be an address like http://127.0.0.1:11434/v1, not "${url}"`
      )
    const keys = splitKeys(reader.get(`${prefix}_API_KEY`))
    providers[name] = { baseURL: trimmed(url), apiKeys: keys.length === 0 ? [''] : keys }
    modelServers[name] = { price }
  }
  return { providers, modelServers }
}

/**
 * Reads a price in credits per million tokens: `10,20` for questions and answers, or one number for
 * both.
 */
function readServerPrice({ get, problems }: ConfigReader, name: string): TokenPrice | null {
  const text = get(name)
  if (text === null) return null
  const [input = NaN, output = input, ...more] = text.split(',').map(Number)
  const price = {
    input: Math.round(creditsToMicro(input) / 1000),
    output: Math.round(creditsToMicro(output) / 1000)
  }
  if (more.length === 0 && [price.input, price.output].every(each => each >= 0 && each <= 1e9))
    return price
  problems.push(
    `${name} must be credits for a million tokens of a question and of an answer, like 10,20`
  )
  return null
}

function readVendors({ get, problems }: ConfigReader): Record<string, VendorConfig> {
  const found: Record<string, VendorConfig> = {}
  for (const name of CHAT_VENDORS) {
    const { key, base, url } = CHAT_VENDOR_NAMES[name]
    const baseURL = get(base) ?? url
    if (!isAddress(baseURL))
      problems.push(`${base} must be an address like ${url}, not "${baseURL}"`)
    const apiKeys = splitKeys(get(key))
    if (apiKeys.length > 0) found[name] = { baseURL: trimmed(baseURL), apiKeys }
    else if (get(base) !== null) problems.push(`${base} is set but ${key} is not`)
  }
  return found
}

const server = z.object({
  url: z.string().refine(isAddress),
  keys: z
    .union([z.string().transform(splitKeys), z.array(z.string())])
    .optional()
    // A self-hosted server may need no key.
    .transform(keys => (keys === undefined || keys.length === 0 ? [''] : keys))
})

const OWN_NAME = /^[a-z][a-z0-9-]{0,31}$/

/** Reads servers that speak OpenAI's chat completions, under names that the operator chooses. */
function readServers({ get, problems }: ConfigReader): Record<string, VendorConfig> {
  const text = get('CHAT_PROVIDERS')
  if (text === null) return {}
  try {
    const servers = z.record(z.string().regex(OWN_NAME), server).parse(JSON.parse(text))
    const set = MODEL_SERVERS.filter(name => get(`${name.toUpperCase()}_URL`) !== null)
    const taken = [...CHAT_VENDORS, ...MEDIA_VENDORS, ...set].filter(name =>
      Object.hasOwn(servers, name)
    )
    if (taken.length > 0)
      problems.push(`CHAT_PROVIDERS names ${taken.join(', ')}, which has variables of its own`)
    return Object.fromEntries(
      Object.entries(servers).map(([name, { url, keys }]) => [
        name,
        { baseURL: trimmed(url), apiKeys: keys }
      ])
    )
  } catch {
    // The text holds keys, so no message repeats it.
    problems.push(
      'CHAT_PROVIDERS must be JSON like {"ollama":{"url":"http://127.0.0.1:11434/v1","keys":"key-1,key-2"}}, keys optional'
    )
    return {}
  }
}

function readModels(
  { get, problems }: ConfigReader,
  known: readonly string[]
): ChatConfig['chatModels'] {
  const text = get('CHAT_MODELS')
  if (text === null) return {}
  const route = z.object({ provider: z.string(), model: z.string().min(1) })
  const entry = z.union([route.transform(one => [one]), z.array(route).min(1)])
  try {
    const routes = z.record(z.string(), entry).parse(JSON.parse(text))
    for (const [name, ways] of Object.entries(routes)) {
      if (!OWN_MODEL_NAME.test(name))
        problems.push(
          `CHAT_MODELS names "${name}"; a name has up to 64 letters, digits, dots, colons, dashes`
        )
      for (const { provider } of ways.filter(way => !known.includes(way.provider)))
        problems.push(
          `CHAT_MODELS names the provider "${provider}", which is neither ${ROUTE_VENDORS.join(', ')} nor in CHAT_PROVIDERS`
        )
    }
    return routes
  } catch {
    problems.push(
      'CHAT_MODELS must be JSON like {"gpt-6-sol":{"provider":"openai","model":"llama3.2"}}, or a list of such routes'
    )
    return {}
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function trimmed(address: string): string {
  return address.replace(/\/$/, '')
}
