import { z } from '@hono/zod-openapi'
import type { ChatRoute } from '#catalog/chat/route.ts'
import { OWN_MODEL_NAME } from '#catalog/chat/shelf.server.ts'
import { keysIn, MEDIA_VENDORS, type VendorConfig } from '#servers/config-providers.ts'
import type { Reader } from '#servers/config-services.ts'

/** Chat vendors that have environment variables of their own. */
export const CHAT_VENDORS = ['openai', 'deepseek', 'xai'] as const
export type ChatVendorName = (typeof CHAT_VENDORS)[number]

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
}

type Names = { key: string; base: string; url: string }

const NAMES: Record<ChatVendorName, Names> = {
  openai: { key: 'OPENAI_API_KEY', base: 'OPENAI_BASE_URL', url: 'https://api.openai.com/v1' },
  deepseek: {
    key: 'DEEPSEEK_API_KEY',
    base: 'DEEPSEEK_BASE_URL',
    url: 'https://api.deepseek.com/v1'
  },
  xai: { key: 'XAI_API_KEY', base: 'XAI_BASE_URL', url: 'https://api.x.ai/v1' }
}

/** The public address of each vendor. */
export const CHAT_ADDRESSES: Readonly<Record<ChatVendorName, string>> = {
  openai: NAMES.openai.url,
  deepseek: NAMES.deepseek.url,
  xai: NAMES.xai.url
}

/**
 * Reads `OPENAI_…`, `DEEPSEEK_…` and `XAI_…` (keys separated by commas), `CHAT_PROVIDERS` and
 * `CHAT_MODELS`.
 */
export function readChat(reader: Reader): ChatConfig {
  const providers = { ...readServers(reader), ...readVendors(reader) }
  return { providers, chatModels: readModels(reader, [...CHAT_VENDORS, ...Object.keys(providers)]) }
}

function readVendors({ get, problems }: Reader): Record<string, VendorConfig> {
  const found: Record<string, VendorConfig> = {}
  for (const name of CHAT_VENDORS) {
    const { key, base, url } = NAMES[name]
    const baseURL = get(base) ?? url
    if (!isAddress(baseURL))
      problems.push(`${base} must be an address like ${url}, not "${baseURL}"`)
    const apiKeys = keysIn(get(key))
    if (apiKeys.length > 0) found[name] = { baseURL: trimmed(baseURL), apiKeys }
    else if (get(base) !== null) problems.push(`${base} is set but ${key} is not`)
  }
  return found
}

const server = z.object({
  url: z.string().refine(isAddress),
  keys: z
    .union([z.string().transform(keysIn), z.array(z.string())])
    .optional()
    // A self-hosted server may need no key.
    .transform(keys => (keys === undefined || keys.length === 0 ? [''] : keys))
})

const OWN_NAME = /^[a-z][a-z0-9-]{0,31}$/

/** Reads servers that speak OpenAI's chat completions, under names that the operator chooses. */
function readServers({ get, problems }: Reader): Record<string, VendorConfig> {
  const text = get('CHAT_PROVIDERS')
  if (text === null) return {}
  try {
    const servers = z.record(z.string().regex(OWN_NAME), server).parse(JSON.parse(text))
    const taken = [...CHAT_VENDORS, ...MEDIA_VENDORS].filter(name => Object.hasOwn(servers, name))
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

function readModels({ get, problems }: Reader, known: readonly string[]): ChatConfig['chatModels'] {
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
          `CHAT_MODELS names the provider "${provider}", which is neither ${CHAT_VENDORS.join(', ')} nor in CHAT_PROVIDERS`
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
