import { readProblem, toRequestProblem } from '#client/problem.ts'
import { Problem } from '#core/problem.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Bearer token. */
  token?: string
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** The deadline of a JSON request, in milliseconds. */
const DEADLINE = 30_000

/**
 * Sends a request and returns the successful response.
 * @throws Problem the one that a failed response contains; `unknown` with detail `offline` when
 * there was no response
 */
export async function sendRequest(url: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, token, headers, signal } = options
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal })
  }).catch((thrown: unknown) => {
    throw toRequestProblem(thrown)
  })
  if (!response.ok) throw await readProblem(response)
  return response
}

/**
 * Sends a JSON request with a deadline and returns the parsed response.
 * @throws Problem as {@link sendRequest} does; `timeout`; `api_error` when the response is not JSON
 */
export async function requestJson<T>(url: string, options: RequestOptions = {}): Promise<T> {
  const response = await sendRequest(url, {
    ...options,
    signal: options.signal ?? AbortSignal.timeout(DEADLINE)
  })
  return readJson<T>(response)
}

/**
 * Parses a successful response. The contract defines its type, and our own servers follow it, so
 * the type is not checked again.
 */
async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (cause) {
    throw cause instanceof SyntaxError
      ? new Problem('api_error', { detail: 'the answer is not JSON', cause })
      : toRequestProblem(cause)
  }
}
