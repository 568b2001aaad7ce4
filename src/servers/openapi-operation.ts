import type { OpenAPIHono, z } from '@hono/zod-openapi'
import { z as schemas } from '@hono/zod-openapi'
import { openaiErrorSchema } from '#contract/openai-error.ts'
import { problemSchema } from '#contract/problem.ts'
import { MAX_BODY } from '#core/call-limits.ts'
import { OPENAI_ERRORS } from '#core/openai-problems.ts'
import { PROBLEMS, type ProblemCode } from '#core/problem.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

export type Operation = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0]

type Header = { description: string; schema: { type: 'string' | 'integer' } }

/** Headers of every response. */
const TRACE: Record<string, Header> = {
  'X-Trace-Id': {
    description: 'The id of this call in the log.',
    schema: { type: 'string' }
  },
  'X-Request-Id': {
    description: 'The same id, for OpenAI clients.',
    schema: { type: 'string' }
  }
}

/** Further headers of rate-limited responses. */
const COUNTED: Record<string, Header> = {
  'X-RateLimit-Limit-Requests': {
    description: 'The number of calls allowed in the window.',
    schema: { type: 'integer' }
  },
  'X-RateLimit-Remaining-Requests': {
    description: 'The number of calls left in the window.',
    schema: { type: 'integer' }
  },
  'X-RateLimit-Reset-Requests': {
    description: 'Time until the window ends, such as 12s.',
    schema: { type: 'string' }
  }
}

const LATER: Record<string, Header> = {
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer' }
  }
}

const onceHeader = schemas.object({
  'idempotency-key': schemas.string().max(255).optional().openapi({
    description:
      'Your own id for this call. A retry with the same id runs only once. Kept for 24 hours.'
  })
})

/**
 * Describes a row of a route table in OpenAPI's terms.
 * @param missingToken the problem that its part reports for a call without a token
 */
export function operationOf(route: AnyRoute, missingToken: ProblemCode): Operation {
  const status = route.status ?? 200
  const content = status === 204 ? {} : { content: contentOf(route) }
  const others = Object.entries(route.alsoStatus ?? {}).map(([also, description]) => {
    return [also, { description, headers: TRACE, ...(also === '206' && content) }]
  })
  return {
    method: route.method,
    path: route.path,
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route.path)],
    ...(route.who !== 'anyone' && { security: [{ bearer: [] }] }),
    request: {
      ...(route.params && { params: route.params as z.ZodObject }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(route.once && { headers: onceHeader }),
      ...(route.body && { body: bodyOf(route, json(route.body)) })
    },
    responses: {
      [status]: { description: 'Success', headers: { ...TRACE, ...COUNTED }, ...content },
      ...Object.fromEntries(others),
      ...failuresOf(route, missingToken)
    }
  }
}

/** Describes a request body and its maximum size. */
function bodyOf({ example, largest = MAX_BODY }: AnyRoute, content: ReturnType<typeof json>) {
  return {
    description: `At most ${largest} bytes.`,
    content: withExample(content, example),
    required: true
  }
}

/**
 * Builds the operation id, from which client generators make the function's name: `postFluxImages`
 * for `POST /flux/images`.
 */
function operationId({ method, path }: AnyRoute): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  return method + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function contentOf({
  answer,
  also = [],
  answerExample
}: AnyRoute): Record<string, { schema: z.ZodType | PlainSchema }> {
  const others = Object.fromEntries(also.map(type => [type, { schema: plain(type) }]))
  return {
    ...(typeof answer === 'string'
      ? { [answer]: { schema: plain(answer) } }
      : withExample(json(answer), answerExample)),
    ...others
  }
}

/**
 * Lists the problems with which a call can fail, by HTTP status. Unexpected failures are described
 * in the same way.
 */
function failuresOf(route: AnyRoute, missingToken: ProblemCode): Operation['responses'] {
  const isForeign = route.path.startsWith('/v1/')
  const content = json(isForeign ? openaiErrorSchema : problemSchema)
  const failures = problemsOf(route, missingToken).map(code =>
    isForeign ? openaiFailure(code) : { code, status: PROBLEMS[code] }
  )
  const listed = [...new Set(failures.map(({ status }) => status))].map(status => {
    const codes = new Set(failures.filter(each => each.status === status).map(({ code }) => code))
    const headers = status === 429 ? { ...TRACE, ...COUNTED, ...LATER } : TRACE
    return [status, { description: [...codes].join(', '), headers, content }]
  })
  return {
    ...Object.fromEntries(listed),
    default: { description: 'A problem', headers: TRACE, content }
  }
}

/** Maps a problem to the status and code that OpenAI's clients expect. */
function openaiFailure(problem: ProblemCode): { code: string; status: number } {
  const { code = problem, status = PROBLEMS[problem] } = OPENAI_ERRORS[problem] ?? {}
  return { code, status }
}

function problemsOf(route: AnyRoute, missingToken: ProblemCode): ProblemCode[] {
  const { params, query, body, rows, once, limit, fails = [] } = route
  return [
    'too_many_requests',
    'unknown',
    ...tokenProblems(route, missingToken),
    ...fails,
    ...(params || query || body ? (['bad_request'] as const) : []),
    ...(body ? (['content_too_large'] as const) : []),
    ...(params || rows ? (['not_found'] as const) : []),
    ...(once ? (['key_reused', 'busy'] as const) : []),
    ...(limit === 'spend'
      ? (['used_up', 'api_not_implemented', 'api_error', 'timeout'] as const)
      : [])
  ]
}

/**
 * Lists the problems of calls without a valid token, or of a blocked user. Routes for anyone have
 * none.
 */
function tokenProblems({ who }: AnyRoute, missingToken: ProblemCode): ProblemCode[] {
  if (who === 'anyone') return []
  const other: ProblemCode[] = who === 'either' ? [] : ['token_mismatched']
  return [missingToken, 'invalid_token', 'token_expired', ...other, 'forbidden']
}

function json<S extends z.ZodType>(schema: S) {
  return { 'application/json': { schema } }
}

type PlainSchema = { type?: 'string'; format?: 'binary' }

/** Describes a response by its media type alone: text or bytes, but any value for streamed JSON. */
function plain(type: string): PlainSchema {
  if (type === 'application/json') return {}
  return /^(image|audio|video)\/|octet-stream|pdf/.test(type)
    ? { type: 'string', format: 'binary' }
    : { type: 'string' }
}

function withExample<T extends object>(content: { 'application/json': T }, example: unknown) {
  return example === undefined
    ? content
    : { 'application/json': { ...content['application/json'], example } }
}

/** Groups calls by subject: `credentials` for `/api/v1/credentials/{id}`. */
function tagOf(path: string): string {
  const [, first = '', second = '', third = ''] = path.split('/')
  return first === 'api' ? (second === 'v1' ? third : second) : first.replaceAll(/[{}]/g, '')
}
