import { readProblem } from '#client/problem.ts'
import type { HubRequest } from '#client/hub.ts'
import type { KeyTest } from '#contract/provider-key.ts'

/** The largest form of a page, in bytes. */
const MAX_FORM = 256 * 1024

/**
 * Reads a submitted form; empty if the body is not a form or too large.
 * @param largest the most bytes to read
 */
export async function readSubmittedForm(request: Request, largest = MAX_FORM): Promise<FormData> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largest) return new FormData()
    chunks.push(chunk)
  }
  const whole = new Response(new Blob(chunks), {
    headers: { 'content-type': request.headers.get('content-type') ?? '' }
  })
  return whole.formData().catch(() => new FormData())
}

/**
 * Sends a request to the platform as the signed-in user, or as a guest.
 * @param path below `/api/v1/`
 */
export function fetchPlatform(
  { fetch, session, locale, url }: HubRequest,
  path: string,
  init: RequestInit = {}
): Promise<Response> {
  const headers = {
    ...Object.fromEntries(new Headers(init.headers)),
    ...(session !== null && { authorization: `Bearer ${session.access_token}` }),
    'accept-language': locale,
    'content-type': 'application/json',
    origin: url.origin
  }
  return fetch('platform', `/api/v1/${path}`, { ...init, headers })
}

/**
 * Reads JSON from the platform for a page.
 * @param path below `/api/v1/`, with its query
 * @throws Problem of the platform: `not_found` for data that does not belong to the reader
 */
export async function readPlatform<T>(hub: HubRequest, path: string): Promise<T> {
  const answer = await fetchPlatform(hub, path)
  if (!answer.ok) throw await readProblem(answer)
  return (await answer.json()) as T
}

/** Reads the result of an API key's test. */
export async function readKeyTestResult(
  answer: Response
): Promise<'works' | 'fails' | 'unreachable'> {
  const { ok, code } = (await answer.json()) as KeyTest
  if (ok) return 'works'
  return code === 'unreachable' ? 'unreachable' : 'fails'
}

/** Redirects with 303: the browser follows a POST with a GET, so that a reload repeats nothing. */
export function redirectAfterPost(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
