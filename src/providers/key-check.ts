import { isRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { basicHeaders } from '#providers/a1111.ts'
import { klingHeaders, klingRefusal } from '#providers/kling.ts'
import { minimaxRefusal } from '#providers/minimax.ts'
import { runwayHeaders } from '#providers/runway.ts'
import { anthropicHeaders } from '#providers/model-list.ts'
import { replicateHeaders } from '#providers/replicate.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem, type Refusal } from '#providers/vendor-problem.ts'

/** The cheapest call that distinguishes a good key from a bad one. It is free at every vendor. */
type Check = {
  path: string
  method?: 'POST'
  headers(apiKey: string): Record<string, string>
  body?: string
  /** Statuses other than 2xx that only a good key gets. */
  fine?: readonly number[]
  /** Reads a refusal that has the status 200; null if there is none. */
  refusal?(answer: VendorAnswer): Refusal | null
}

const bearer = (apiKey: string): Record<string, string> =>
  apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }

/** Every vendor that speaks OpenAI's chat completions can list its models. */
const MODELS: Check = { path: 'models', headers: bearer }

/** An empty question: only a good key gets past authentication. */
const EMPTY_QUESTION: Check = {
  path: 'chat/completions',
  method: 'POST',
  headers: bearer,
  body: '{}',
  fine: [400, 404, 422]
}

const CHECKS: Readonly<Record<string, Check>> = {
  anthropic: { path: 'models?limit=1', headers: anthropicHeaders },
  // Their model lists are not documented.
  zai: EMPTY_QUESTION,
  qwen: EMPTY_QUESTION,
  // OpenRouter lists its models for everybody, so the check reads the key's own limits.
  openrouter: { path: 'key', headers: bearer },
  gemini: { path: 'models?pageSize=1', headers: apiKey => ({ 'x-goog-api-key': apiKey }) },
  a1111: { path: 'sdapi/v1/options', headers: basicHeaders },
  comfyui: { path: 'system_stats', headers: basicHeaders },
  replicate: { path: 'account', headers: apiKey => replicateHeaders({ apiKey }) },
  elevenlabs: { path: 'models', headers: apiKey => ({ 'xi-api-key': apiKey }) },
  luma: { path: 'credits', headers: bearer },
  runway: { path: 'v1/organization', headers: runwayHeaders },
  // Lists the key owner's own videos, at most one.
  minimax: {
    path: 'v2/query/video_generation?page_num=1&page_size=1',
    headers: bearer,
    refusal: minimaxRefusal
  },
  kling: {
    path: 'v1/videos/text2video?pageNum=1&pageSize=1',
    headers: klingHeaders,
    refusal: klingRefusal
  },
  // Asks for a job that does not exist: only a good key gets past authentication.
  fal: {
    path: 'fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status',
    headers: apiKey => ({ authorization: `Key ${apiKey}` }),
    fine: [400, 404, 422]
  },
  // Lists the key owner's own tasks, at most one.
  upstream: {
    path: 'flux/tasks',
    method: 'POST',
    headers: bearer,
    body: JSON.stringify({ action: 'retrieve_batch', limit: 1 })
  }
}

/** Most characters of the vendor's answer that we read. */
const MOST = 100_000

/**
 * Checks whether a vendor accepts this key. The call that it makes costs nothing.
 * @param vendor its name in the configuration; any other vendor speaks OpenAI's chat completions
 * @throws Problem `AccountProblem` where the vendor refuses the key; `api_error` where it cannot be
 * reached or speaks another protocol
 */
export async function checkVendorKey(
  vendor: string,
  { fetch, baseURL, apiKey, signal }: VendorConnection
): Promise<void> {
  const {
    path,
    method = 'GET',
    headers,
    body,
    fine = [],
    refusal = () => null
  } = (Object.hasOwn(CHECKS, vendor) && CHECKS[vendor]) || MODELS
  const init = {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers(apiKey) },
    signal
  }
  const answer = await fetch(`${baseURL}/${path}`, {
    ...init,
    redirect: 'error',
    ...(body !== undefined && { body })
  }).catch((cause: unknown) => {
    if (signal.aborted)
      throw new Problem('timeout', { detail: 'the vendor does not respond', cause })
    throw new Problem('api_error', { detail: 'the vendor cannot be reached', cause })
  })
  const words = await read(answer)
  const json = parse(words)
  if (json === undefined)
    throw new Problem('api_error', {
      detail: `the server does not use the API of a vendor (${answer.status})`
    })
  const refused = isRecord(json) ? refusal(json) : null
  if (refused !== null) throw refusalProblem(refused, apiKey)
  if (answer.ok || fine.includes(answer.status)) return
  throw refusalProblem({ status: answer.status, words, isJson: true }, apiKey)
}

async function read({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST) break
  }
  return text
}

/**
 * A model list may be longer than the part that we read. It then counts as JSON by its first
 * character.
 */
function parse(text: string): Json | undefined {
  if (text.length > MOST && /^\s*[{[]/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
