import { readBoundedBody } from '#providers/bounded-body.ts'
import { isRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { parseJson } from '#core/whole-text.ts'
import { refusalProblem, protocolProblem } from '#providers/vendor-problem.ts'

/** A body is sent as JSON, unless it is a form. */
type VendorCall = {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** Returns the words that explain a refusal; by default all texts in the answer. */
  wordsOf?(json: Json): string
}

/** Most bytes of a vendor's answer. Some answers contain images. */
const MOST = 64 * 1024 * 1024

/**
 * Makes one call to a vendor that answers in JSON.
 * @param path relative to the vendor's address, or an address on its own host that the vendor named
 * @throws Problem for a refusal; `api_error` for an answer that is not JSON or too large
 */
export async function callVendor(
  upstream: VendorConnection,
  path: string,
  call: VendorCall = {}
): Promise<Record<string, Json>> {
  return jsonIn(await answerOf(upstream, path, call), upstream, call)
}

async function jsonIn(
  answer: Response,
  upstream: VendorConnection,
  { wordsOf }: VendorCall
): Promise<Record<string, Json>> {
  const { json } = await readJson(answer).catch(broken(upstream, BROKE_OFF))
  if (!answer.ok) throw refusalOf(answer, json, upstream, wordsOf)
  if (!isRecord(json)) throw protocolProblem()
  return json
}

/**
 * Makes one call to a vendor that answers with a list in JSON.
 * @throws Problem like {@link callVendor}
 */
export async function callVendorForList(
  upstream: VendorConnection,
  path: string,
  call: VendorCall
): Promise<Json[]> {
  const answer = await answerOf(upstream, path, call)
  const { json } = await readJson(answer).catch(broken(upstream, BROKE_OFF))
  if (!answer.ok) throw refusalOf(answer, json, upstream)
  if (!Array.isArray(json)) throw protocolProblem()
  return json
}

/**
 * Makes one call to a vendor whose answer only confirms the call.
 * @throws Problem like {@link callVendor}
 */
export async function notifyVendor(
  upstream: VendorConnection,
  path: string,
  call: VendorCall
): Promise<void> {
  const answer = await answerOf(upstream, path, call)
  const { json } = await readJson(answer).catch(broken(upstream, BROKE_OFF))
  if (!answer.ok) throw refusalOf(answer, json, upstream)
}

/**
 * Makes one call to a vendor that answers with a file, or in JSON.
 * @param type matches the content type of the file, such as `audio/mpeg`
 * @returns `{ file }` in Base64, or the JSON
 * @throws Problem like {@link callVendor}
 */
export async function callVendorForFileOrJson(
  upstream: VendorConnection,
  path: string,
  { type, ...call }: VendorCall & { type: RegExp }
): Promise<Record<string, Json>> {
  const answer = await answerOf(upstream, path, call)
  if (!answer.ok || !type.test(answer.headers.get('content-type') ?? ''))
    return jsonIn(answer, upstream, call)
  const bytes = await readBytes(answer).catch(broken(upstream, BROKE_OFF))
  if (bytes.length === 0) throw protocolProblem()
  return { file: bytes.toString('base64') }
}

/**
 * Makes one call to a vendor that answers with a file.
 * @param type as for {@link callVendorForFileOrJson}
 * @returns the file in Base64
 * @throws Problem like {@link callVendor}; `api_error` for a file of another type
 */
export async function callVendorForFile(
  upstream: VendorConnection,
  path: string,
  call: VendorCall & { type: RegExp }
): Promise<string> {
  const { file } = await callVendorForFileOrJson(upstream, path, call)
  if (typeof file !== 'string') throw protocolProblem()
  return file
}

/**
 * The `poll` of vendors that answer without a job.
 * @throws Problem `api_error` always, since there is nothing to poll
 */
export async function rejectPolling(): Promise<never> {
  throw new Problem('api_error', { detail: 'the vendor returned no job' })
}

const BROKE_OFF = 'the vendor’s response was cut off'

async function answerOf(
  upstream: VendorConnection,
  path: string,
  { method = 'GET', headers = {}, body }: VendorCall
): Promise<Response> {
  // `fetch` sets the content type of a form, which names the boundary of its parts.
  const isForm = body instanceof FormData
  return upstream
    .fetch(addressOf(upstream, path), {
      method,
      headers: {
        accept: 'application/json',
        ...(!isForm && { 'content-type': 'application/json' }),
        ...headers
      },
      signal: upstream.signal,
      redirect: 'error',
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) })
    })
    .catch(broken(upstream, 'the vendor cannot be reached'))
}

function broken({ signal }: VendorConnection, detail: string): (cause: unknown) => never {
  return cause => {
    if (signal.aborted) throw signal.reason
    throw cause instanceof Problem ? cause : new Problem('api_error', { detail, cause })
  }
}

function refusalOf(
  answer: Response,
  json: Json | undefined,
  { apiKey }: VendorConnection,
  wordsOf: VendorCall['wordsOf'] = answered => wordsIn(answered).join(' ')
): Problem {
  const words = json === undefined ? '' : wordsOf(json)
  return refusalProblem(
    { status: answer.status, words, isJson: json !== undefined, ...retryAfter(answer) },
    apiKey
  )
}

/**
 * Accepts an absolute address only on the vendor's own origin, so that the key goes nowhere else.
 */
function addressOf({ baseURL }: VendorConnection, path: string): string {
  if (!URL.canParse(path)) return `${baseURL}/${path.replace(/^\//, '')}`
  if (new URL(path).origin !== new URL(baseURL).origin)
    throw new Problem('api_error', { detail: 'the vendor named an address of another host' })
  return path
}

/**
 * Reads an answer as text, and as JSON if it is valid JSON.
 * @throws Problem `api_error` if it is too large
 */
export async function readJson(
  answer: Response
): Promise<{ text: string; json: Json | undefined }> {
  const text = await readText(answer)
  return { text, json: parse(text) }
}

async function readText(answer: Response): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer))
}

function readBytes(answer: Response): Promise<Buffer> {
  const endless = (): Problem =>
    new Problem('api_error', { detail: 'the vendor’s response is too large' })
  return readBoundedBody(answer, MOST, endless)
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
