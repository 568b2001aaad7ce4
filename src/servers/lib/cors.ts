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
]

/** Headers that OpenAI's client libraries send from a page about themselves and the call. */
const THEIRS = [
  'arch',
  'custom-poll-interval',
  'helper-method',
  'lang',
  'os',
  'package-version',
  'poll-helper',
  'retry-count'
]
const FOREIGN = [
  ...[...THEIRS, 'runtime', 'runtime-version', 'timeout'].map(name => `x-stainless-${name}`),
  'openai-organization',
  'openai-project',
  'user-agent'
]

const TOLD = [
  'x-trace-id',
  'x-request-id',
  'retry-after',
  'x-should-retry',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'location',
  'upload-offset',
  'upload-length',
  'x-file-url'
].join(', ')

type Policy = 'registered' | 'any'

/**
 * Returns the value for `Access-Control-Allow-Origin`, or null when the calling page may not read
 * the response.
 */
export async function allowedOrigin(
  { sites }: Pick<Context, 'sites'>,
  policy: Policy,
  request: Request
): Promise<string | null> {
  const origin = request.headers.get('origin')
  if (origin === null) return null
  if (policy === 'any') return '*'
  return (await sites.isRegistered(origin)) ? origin : null
}

/** Builds the CORS headers of one response. Cookies are never allowed across origins. */
export async function corsHeaders(
  context: Pick<Context, 'sites'>,
  policy: Policy,
  request: Request
): Promise<Record<string, string>> {
  const origin = await allowedOrigin(context, policy, request)
  if (origin === null) return policy === 'any' ? {} : { vary: 'Origin' }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': (policy === 'any' ? [...HEADERS, ...FOREIGN] : HEADERS).join(
      ', '
    ),
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-expose-headers': TOLD,
    'access-control-max-age': '86400',
    ...(policy === 'registered' && { vary: 'Origin' })
  }
}
