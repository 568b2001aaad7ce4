import { problemOf, unreachable } from '#client/problem.ts'
import { Problem } from '#core/problem.ts'

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Bearer token. */
  token?: string
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** How long a JSON call may take, in milliseconds. */
const DEADLINE = 30_000

/**
 * One request that succeeds or throws.
 * @throws Problem the one in the body of a failed answer; `unknown` with detail `offline` when there was no answer
 */
export async function request(url: string, options: CallOptions = {}): Promise<Response> {
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
    throw unreachable(thrown)
  })
  if (!response.ok) throw await problemOf(response)
  return response
}

/**
 * A JSON call within a deadline.
 * @throws Problem as {@link request} does; `timeout`; `api_error` when the answer is not JSON
 */
export async function call<T>(url: string, options: CallOptions = {}): Promise<T> {
  const response = await request(url, { ...options, signal: options.signal ?? AbortSignal.timeout(DEADLINE) })
  return readJson<T>(response)
}

/** The contract says what a successful answer is; our own servers keep it, so it is named here and not checked again. */
async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (cause) {
    throw cause instanceof SyntaxError ? new Problem('api_error', { detail: 'the answer is not JSON', cause }) : unreachable(cause)
  }
}
