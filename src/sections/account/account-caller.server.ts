import type { APIContext } from 'astro'

export type PageContext = Pick<APIContext, 'request' | 'url' | 'locals'>

/** Makes the calls to auth that one response needs, and collects the cookies that they set. */
export type AuthClient = {
  /** @param body posted as JSON */
  call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Record<string, unknown>
  ): Promise<Response>
  /** `Set-Cookie` lines to pass on to the browser. */
  cookies: string[]
}

/** Calls auth in process with the browser's cookies, updated by the cookies of earlier answers. */
export function createAuthClient({ request, locals }: PageContext): AuthClient {
  const cookies: string[] = []
  return {
    cookies,
    async call(method, path, body) {
      const headers = {
        'accept-language': locals.hub.locale,
        'user-agent': request.headers.get('user-agent') ?? '',
        cookie: cookieHeader(request.headers.get('cookie') ?? '', cookies),
        ...(body !== undefined && { 'content-type': 'application/json' })
      }
      const answer = await locals.hub.fetch('auth', path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      cookies.push(...answer.headers.getSetCookie())
      return answer
    }
  }
}

function cookieHeader(brought: string, fresh: readonly string[]): string {
  const pairs = [...brought.split('; '), ...fresh.map(line => line.split(';', 1)[0] ?? '')].filter(
    pair => pair.includes('=')
  )
  const jar = new Map(pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair]))
  return [...jar.values()].join('; ')
}
