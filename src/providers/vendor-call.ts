import { isRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { Upstream } from '#core/provider.ts'
import { parseJson } from '#core/whole-text.ts'
import { refusalProblem, strange } from '#providers/vendor-problem.ts'

type VendorCall = {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

/** Most bytes of a vendor's answer. Some answers contain images. */
const MOST = 64 * 1024 * 1024

/**
 * Makes one call to a vendor that answers in JSON.
 * @param path relative to the vendor's address, or an address on its own host that the vendor named
 * @throws Problem the meaning of a refusal; `api_error` for an answer that is not JSON or too large
 */
export async function callVendor(
  upstream: Upstream,
  path: string,
  call: VendorCall = {}
): Promise<Record<string, Json>> {
  const { fetch, apiKey, signal } = upstream
  const { method = 'GET', headers = {}, body } = call
  const init = {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    signal,
    redirect: 'error'
  } as const
  const broken = (detail: string) => (cause: unknown) => {
    if (signal.aborted) throw signal.reason
    throw cause instanceof Problem ? cause : new Problem('api_error', { detail, cause })
  }
  const whole = { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await fetch(addressOf(upstream, path), whole).catch(
    broken('the vendor cannot be reached')
  )
  const { json } = await readJson(answer).catch(
    broken('the vendor broke off in the middle of its answer')
  )
  if (!answer.ok) {
    const words = json === undefined ? '' : wordsIn(json).join(' ')
    throw refusalProblem(
      { status: answer.status, words, isJson: json !== undefined, ...retryAfter(answer) },
      apiKey
    )
  }
  if (!isRecord(json)) throw strange()
  return json
}

/**
 * Accepts an absolute address only on the vendor's own origin, so that the key goes nowhere else.
 */
function addressOf({ baseURL }: Upstream, path: string): string {
  if (!URL.canParse(path)) return `${baseURL}/${path.replace(/^\//, '')}`
  if (new URL(path).origin !== new URL(baseURL).origin)
    throw new Problem('api_error', { detail: 'the vendor names an address of somebody else' })
  return path
}

/**
 * Reads an answer as text, and as JSON where it is valid JSON.
 * @throws Problem `api_error` where it is too large
 */
export async function readJson(
  answer: Response
): Promise<{ text: string; json: Json | undefined }> {
  const text = await readText(answer)
  return { text, json: parse(text) }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MOST) throw new Problem('api_error', { detail: 'the vendor answers without end' })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parse(text: string): Json | undefined {
  try {
    return parseJson(text) as Json
  } catch {
    return undefined
  }
}

/** Returns every text in an answer, at any depth. */
function wordsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(wordsIn)
}

/** Longest wait in seconds that a vendor may ask for. */
const LONGEST_REST = 3600

/** Reads the seconds after which a refused request may be retried. */
export function retryAfter({ headers }: Response): { retryAfter?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0
    ? { retryAfter: Math.min(Math.ceil(seconds), LONGEST_REST) }
    : {}
}
