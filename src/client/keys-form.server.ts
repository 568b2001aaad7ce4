import type { HubRequest } from '#client/hub.ts'
import type { KeyTest } from '#contract/provider-key.ts'

/** A form as it was sent; empty for what is none. */
export function sentForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData())
}

/** One call of the platform's routes for keys, by the person whose page it is. @param path below `/api/v1/` */
export function askKeys({ fetch, session, locale, url }: HubRequest, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${session?.access_token ?? ''}`,
    'accept-language': locale,
    'content-type': 'application/json',
    origin: url.origin
  }
  return fetch('platform', `/api/v1/${path}`, { ...init, headers })
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
