import type { AnyRoute } from '#servers/lib/route.ts'
import { HOSTILE_BODIES, HOSTILE_VALUES } from './hostile.ts'

/** Valid inputs of some routes. The hostile calls replace one field after the other. */
const GOOD: Record<string, Record<string, unknown>[]> = {
  '/aichat/conversations': [
    { action: 'update', title: 'x', messages: [] },
    { action: 'chat', model: 'gpt-5-all', question: 'hi [sandbox:tokens=1]', id: '' },
    { action: 'retrieve_batch' }
  ],
  '/v1/chat/completions': [
    { model: 'gpt-5-all', messages: [{ role: 'user', content: 'hi [sandbox:tokens=1]' }] }
  ],
  // No worker runs here, so a valid call would wait for its task. The negative seed makes it
  // invalid.
  '/v1/images/generations': [{ model: 'flux-schnell', prompt: 'hi', seed: -1 }],
  '/{service}/tasks': [{ action: 'retrieve_batch' }, { action: 'retrieve' }],
  '/api/auth/sign-up/email': [{ email: 'new@example.com', password: 'short' }],
  // This email is refused before the password is hashed, which is slow by design. For a sign-up,
  // the password is too short.
  '/api/auth/sign-in/email': [{ email: 'nobody', password: 'not this one' }],
  // Nobody listens at this port, because hostile input must not reach a vendor.
  '/api/v1/provider-keys': [
    { vendor: 'openai', key: 'sk-not-a-key', base_url: 'http://127.0.0.1:9' }
  ],
  '/api/v1/applications': [{ type: 'Usage', scope: 'Individual', service_id: 'chat' }],
  '/oauth2/v1/token': [{ code: 'x' }, { grant_type: 'refresh_token', refresh_token: 'x' }],
  '/auth/authorize': [{ redirect: '/' }]
}

const HEADERS: Record<string, string>[] = [
  ...['1e300', '-1', '1.5', '9007199254740993', 'x', '0x10', 'x'.repeat(9000)].map(value => ({
    'last-event-id': value
  })),
  ...[
    'bytes=9-1',
    'bytes=-1',
    'bytes=99999999999999999999-',
    `bytes=${'0-1,'.repeat(500)}`,
    'lines=1-2'
  ].map(range => ({ range })),
  ...['-1', '1e9', 'NaN', '99999999999999999999', ''].map(value => ({
    'tus-resumable': '1.0.0',
    'upload-length': value,
    'upload-offset': value
  })),
  ...[
    'AA==',
    'filename',
    'filename AA==,filename AA==',
    'filename ====',
    'filename AGE=',
    'type PHN2Zz4=',
    ',,,'
  ].map(value => ({
    'tus-resumable': '1.0.0',
    'upload-length': '3',
    'upload-metadata': value
  })),
  { 'idempotency-key': 'ü' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'accept-language': '*;q=9,'.repeat(500) },
  { accept: '\u00ff' },
  { cookie: 'SESSION=%00; SESSION=x; polymuse.session_token=%ff; =; ;;' },
  { origin: 'null' },
  { origin: 'http://[' },
  { 'if-none-match': '"'.repeat(100) }
]

/** One hostile call; `what` names it in a failure. */
export type HostileInput = {
  what: string
  path?: Record<string, string>
  query?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

/**
 * Lists hostile calls of a route: with hostile headers, with whole hostile bodies, and with one
 * hostile field at a time.
 */
export function* inputsFor(route: AnyRoute): Generator<HostileInput> {
  const bodies = GOOD[route.path] ?? [route.example ?? {}]
  const hasBody = route.method !== 'get' && route.method !== 'options'
  for (const headers of HEADERS)
    yield {
      what: JSON.stringify(headers).slice(0, 80),
      headers,
      ...(hasBody && { body: bodies[0] })
    }
  if (hasBody)
    for (const { name, body, headers } of HOSTILE_BODIES) yield { what: name, raw: body, headers }
  for (const value of HOSTILE_VALUES) {
    const what = JSON.stringify(value)?.slice(0, 40)
    for (const field of fieldsOf(route.body))
      for (const body of bodies)
        yield { what: `${field}: ${what}`, body: { ...body, [field]: value } }
    if (typeof value !== 'string') continue
    const text = value.toWellFormed()
    for (const field of [...fieldsOf(route.query), 'unknown'])
      yield {
        what: `?${field}=${what}`,
        query: new URLSearchParams([
          [field, text],
          [field, text]
        ]).toString(),
        body: bodies[0]
      }
    // An empty parameter would result in another path.
    if (text !== '')
      for (const field of fieldsOf(route.params))
        yield {
          what: `/{${field}}: ${what}`,
          path: { [field]: encodeURIComponent(text) },
          body: bodies[0]
        }
  }
  yield {
    what: 'a broken escape',
    query: '%zz=%&a=%ff&%00',
    path: Object.fromEntries(fieldsOf(route.params).map(field => [field, '%ff%zz'])),
    body: bodies[0]
  }
}
