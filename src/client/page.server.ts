import type { HubRequest } from '#client/hub.ts'
import { problemOf } from '#client/problem.ts'
import type { KeyTest } from '#contract/provider-key.ts'

/** Largest form of a page, in bytes. */
const MAX_FORM = 256 * 1024

/**
 * A form as it was sent; empty for what is none, and for what is too large.
 * @param largest in bytes; no more is read
 */
export async function sentForm(request: Request, largest = MAX_FORM): Promise<FormData> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > largest) return new FormData()
    chunks.push(chunk)
  }
  const whole = new Response(new Blob(chunks), { headers: { 'content-type': request.headers.get('content-type') ?? '' } })
  return whole.formData().catch(() => new FormData())
}

/** One call of the platform, by the person whose page it is. @param path below `/api/v1/` */
export function askPlatform({ fetch, session, locale, url }: HubRequest, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    ...Object.fromEntries(new Headers(init.headers)),
    authorization: `Bearer ${session?.access_token ?? ''}`,
    'accept-language': locale,
    'content-type': 'application/json',
    origin: url.origin
  }
  return fetch('platform', `/api/v1/${path}`, { ...init, headers })
}

/**
 * What a page shows of the platform. @param path below `/api/v1/`, with its query
 * @throws Problem as the platform told it: `not_found` for what is not its reader's
 */
export async function readPlatform<T>(hub: HubRequest, path: string): Promise<T> {
  const answer = await askPlatform(hub, path)
  if (!answer.ok) throw await problemOf(answer)
  return (await answer.json()) as T
}

/** What the answer to a test says of a key. */
export async function toldByTest(answer: Response): Promise<'works' | 'fails' | 'unreachable'> {
  const { ok, code } = (await answer.json()) as KeyTest
  if (ok) return 'works'
  return code === 'unreachable' ? 'unreachable' : 'fails'
}

/** 303: the browser follows a post with a get, so that a reload does nothing twice. */
export function goOn(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
