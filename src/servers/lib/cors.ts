import type { Context } from '#servers/lib/context.ts'

const HEADERS = [
  'authorization',
  'content-type',
  'accept-language',
  'x-fingerprint',
  'x-user-id',
  'x-record-exempt',
  'idempotency-key',
  'last-event-id',
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata'
].join(', ')

type Policy = 'registered' | 'any'

/** The value for `Access-Control-Allow-Origin`, or null when the asking page may not read the answer. */
export async function allowedOrigin({ sites }: Pick<Context, 'sites'>, policy: Policy, request: Request): Promise<string | null> {
  const origin = request.headers.get('origin')
  if (origin === null) return null
  if (policy === 'any') return '*'
  return (await sites.isRegistered(origin)) ? origin : null
}

/** CORS headers of one answer. Cookies are never allowed across origins. */
export async function corsHeaders(context: Pick<Context, 'sites'>, policy: Policy, request: Request): Promise<Record<string, string>> {
  const origin = await allowedOrigin(context, policy, request)
  if (origin === null) return policy === 'any' ? {} : { vary: 'Origin' }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': HEADERS,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-expose-headers': 'x-trace-id, retry-after, location, upload-offset, upload-length, x-file-url',
    'access-control-max-age': '86400',
    ...(policy === 'registered' && { vary: 'Origin' })
  }
}
