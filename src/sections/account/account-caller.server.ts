import type { APIContext } from 'astro'

export type PageContext = Pick<APIContext, 'request' | 'url' | 'locals'>

/** What one answer of auth is needed for: its cookies are the browser's from then on. */
export type Caller = {
  /** @param body posted as JSON */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Record<string, unknown>): Promise<Response>
  /** `Set-Cookie` lines that the browser is to be given. */
  cookies: string[]
}

/** Asks auth in process with the browser's own cookies, changed by what earlier answers set. */
export function createCaller({ request, locals }: PageContext): Caller {
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
      const answer = await locals.hub.fetch('auth', path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      cookies.push(...answer.headers.getSetCookie())
      return answer
    }
  }
}

function cookieHeader(brought: string, fresh: readonly string[]): string {
  const pairs = [...brought.split('; '), ...fresh.map(line => line.split(';', 1)[0] ?? '')].filter(pair => pair.includes('='))
  const jar = new Map(pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair]))
  return [...jar.values()].join('; ')
}
