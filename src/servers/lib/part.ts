import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { Problem, problemBody, toProblem } from '#core/problem.ts'
import { sentenceKey } from '#core/problem-sentence.ts'
import { DEFAULT_LOCALE, negotiateLocale, type Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { readAccessToken, type Person } from '#servers/lib/access-token.ts'
import { isAudited, withAudit } from '#servers/lib/audit.ts'
import { NOBODY, type Context, type Part, type Peer } from '#servers/lib/context.ts'
import { allowedOrigin, corsHeaders } from '#servers/lib/cors.ts'
import {
  CREDENTIAL_PREFIX,
  readCredential,
  type CredentialCaller
} from '#servers/lib/credential.ts'
import { notForGuests } from '#servers/lib/guest.ts'
import { onceKey } from '#servers/lib/idempotency.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { checkOwnedByKey, checkOwner } from '#servers/lib/owners.ts'
import { check, readBody } from '#servers/lib/parse.ts'
import {
  limitHeaders,
  TooManyCalls,
  type Caller,
  type LimitName,
  type Standing
} from '#servers/lib/rate-limit.ts'
import type { AnyRoute, Call, Who } from '#servers/lib/route.ts'
import { watchBody, joinSignals, explainEnd, watchCaller } from '#servers/lib/open-calls.ts'
import { createTokenWatch, type WatchedToken } from '#servers/lib/token-watch.ts'

type Bindings = { peer: Peer }
type App = Hono<{ Bindings: Bindings }>

export type PartOptions<C extends Context> = {
  context: C
  routes: readonly AnyRoute[]
  /** `registered`: only pages of registered sites may call. `any`: all may, with a credential. */
  cors: 'registered' | 'any'
  /** Code of a missing token: platform clients react to 401, API clients to `no_token`. */
  missingToken: 'invalid_token' | 'no_token'
  /** Another format for failures below some paths. */
  telling?: (path: string) => TellProblem | undefined
}

/** Builds the response to a failure. @param locale the reader's */
export type TellProblem = (problem: Problem, locale: Locale, traceId: string) => Response

/**
 * Mounts a route table: checks the caller, parses the input, checks who owns the rows, then calls
 * the handler. All errors become responses here and nowhere else.
 */
export function createPartApp<C extends Context>(options: PartOptions<C>): App {
  const { context } = options
  const app: App = new Hono<{ Bindings: Bindings }>({ strict: false })
  const watch = createTokenWatch(context)

  for (const route of options.routes) {
    app.on(route.method, honoPath(route.path), async ({ req, env }) => {
      const request = req.raw
      const started = performance.now()
      const traceId = randomUUID()
      const locale = negotiateLocale(request.headers.get('accept-language')) ?? DEFAULT_LOCALE
      const url = new URL(request.url)
      const standings: (Standing | null)[] = []
      let response: Response
      let watched: WatchedToken | null = null
      const refusal = (problem: Problem): Response =>
        problemResponse(problem, locale, traceId, options.telling?.(route.path))
      try {
        const peer = env?.peer ?? NOBODY
        await context.keys.refresh()
        const who = await admit(options, route, request, peer, standings)
        watched = watchCaller(watch, who, bearerOf(request))
        const input = {
          params: route.params && check(route.params, req.param()),
          query: route.query && check(route.query, req.query()),
          body: route.body && check(route.body, await readBody(request, route.largest))
        }
        const limit = actionLimit(route, input.body)
        if (limit !== undefined)
          standings.push(await context.limits.take(limit, callerOf(who, peer)))
        for (const row of route.rows ?? []) {
          const id = valueAt(input[row.in], row.field)
          if (id === undefined) continue
          await checkOwner(context.database.db, row.noun, id, who.userId)
          if (row.ofKey === true && who.credential !== null)
            await checkOwnedByKey(context.database.db, row.noun, id, who.credential)
        }
        // The body and the work on it may be large: let other requests run in between.
        if (route.largest !== undefined) await setImmediate()
        const asked = route.params === undefined ? input.body : [input.params, input.body]
        const once =
          route.once === undefined ? null : onceKey(request.headers, who.userId, route.path, asked)
        if (route.largest !== undefined) await setImmediate()
        const call = { input, ...who, once, request, url, peer, locale, traceId }
        // The signal is created only on use: most calls end before any client disconnects.
        const callWith = (own: C) => ({
          ...call,
          context: own,
          get signal() {
            return joinSignals(request, watched)
          }
        })
        // The route's types were checked against its schemas where it was declared.
        const work = (own: C): Promise<unknown> =>
          route.handle(callWith(own) as Call<C, Who, never> as never)
        const record = {
          route,
          userId: who.userId,
          origin: who.person?.origin ?? '',
          input,
          traceId
        }
        // A repeated call changes nothing and is not logged again.
        const happening = (own: C): Promise<unknown> =>
          isAudited(route) ? withAudit(context, record, () => work(own)) : work(own)
        const repeatable = once !== null && route.once === 'answer'
        const answer = repeatable
          ? await context.calls.happen(once, database => happening({ ...context, database }))
          : await happening(context)
        response = toResponse(answer, route.status ?? 200)
      } catch (thrown) {
        const problem = explainEnd(toProblem(thrown), watched)
        if (problem.code === 'unknown')
          context.log.error(
            { err: problem.cause, trace: traceId, route: route.path },
            'unknown failure'
          )
        if (problem instanceof TooManyCalls) standings.push(problem.standing)
        response = refusal(problem)
      }
      const body = watched === null ? response.body : watchBody(watched, response, refusal)
      const headers = await corsHeaders(context, options.cors, request)
      const answer = new Response(body, { status: response.status, headers: response.headers })
      for (const [name, value] of Object.entries({
        ...headers,
        ...limitHeaders(standings),
        'x-trace-id': traceId,
        'x-request-id': traceId
      }))
        answer.headers.set(name, value)
      if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
      const milliseconds = Math.round(performance.now() - started)
      context.log.info(
        {
          trace: traceId,
          method: route.method,
          route: route.path,
          status: answer.status,
          ms: milliseconds
        },
        'call'
      )
      return answer
    })
  }
  app.options('*', async ({ req }) => {
    const origin = await allowedOrigin(context, options.cors, req.raw)
    return new Response(null, {
      status: origin === null ? 403 : 204,
      headers: await corsHeaders(context, options.cors, req.raw)
    })
  })
  const refuse = async (
    request: Request,
    path: string,
    methods: readonly string[] = []
  ): Promise<Response> => {
    const locale = negotiateLocale(request.headers.get('accept-language')) ?? DEFAULT_LOCALE
    const problem = new Problem('no_api', { detail: `no ${request.method} ${path}` })
    const told = problemResponse(problem, locale, randomUUID(), options.telling?.(path))
    const answer =
      methods.length === 0 ? told : new Response(told.body, { status: 405, headers: told.headers })
    if (methods.length > 0) answer.headers.set('allow', methods.join(', '))
    for (const [name, value] of Object.entries(await corsHeaders(context, options.cors, request)))
      answer.headers.set(name, value)
    return answer
  }
  for (const [path, methods] of methodsOf(options.routes))
    app.all(honoPath(path), ({ req }) => refuse(req.raw, req.path, methods))
  app.notFound(({ req }) => refuse(req.raw, req.path))
  // Catches failures outside of handlers, such as when the database cannot look up the origin.
  app.onError((error, { req }) => {
    const traceId = randomUUID()
    context.log.error({ err: error, trace: traceId }, 'unknown failure')
    return problemResponse(toProblem(error), DEFAULT_LOCALE, traceId, options.telling?.(req.path))
  })
  return app
}

/** Lists the methods of each path. */
function methodsOf(routes: readonly AnyRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes)
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()])
  return methods
}

/** Mounts an app as a part. `stop` ends its background work, if it has any. */
export function mountedPart(app: App, stop: () => Promise<void> = async () => undefined): Part {
  return { fetch: async (request, peer) => app.fetch(request, { peer: peer ?? NOBODY }), stop }
}

/** Builds the response to a failure: localized message, code, trace id; never a stack. */
export function problemResponse(
  problem: Problem,
  locale: Locale,
  traceId: string,
  tell: TellProblem = tellProblem
): Response {
  const answer = tell(problem, locale, traceId)
  answer.headers.set('x-trace-id', traceId)
  answer.headers.set('x-request-id', traceId)
  answer.headers.set('cache-control', 'no-store')
  if (problem.retryAfter !== undefined)
    answer.headers.set('retry-after', String(problem.retryAfter))
  return answer
}

function tellProblem(problem: Problem, locale: Locale, traceId: string): Response {
  const message = sentences(locale, 'problem')(sentenceKey(problem))
  return Response.json(problemBody(problem, message, traceId), { status: problem.status })
}

/** Identifies and counts the caller; a bad token counts for its address. @throws Problem */
async function admit<C extends Context>(
  options: PartOptions<C>,
  route: AnyRoute,
  request: Request,
  peer: Peer,
  standings: (Standing | null)[]
): Promise<Identity> {
  const { limits } = options.context
  const limit = everyLimit(route)
  try {
    const who = await identify(options, route.who, bearerOf(request))
    if (who.credential?.guest === true && route.guests !== true) throw notForGuests()
    standings.push(await limits.take(limit, callerOf(who, peer)))
    return who
  } catch (error) {
    const unknown = error instanceof Problem && error.code !== 'too_many_requests'
    if (unknown) standings.push(await limits.take(limit, callerOf(null, peer)))
    throw error
  }
}

function callerOf(who: Identity | null, { address }: Peer): Caller {
  return { address, userId: who?.userId ?? '', credentialId: who?.credential?.credentialId ?? null }
}

function everyLimit({ limit, method }: AnyRoute): LimitName {
  if (limit === undefined) return method === 'get' || method === 'options' ? 'read' : 'write'
  return typeof limit === 'string' ? limit : limit.every
}

/** The further limit of a call, by its action. */
function actionLimit({ limit }: AnyRoute, body: unknown): LimitName | undefined {
  return typeof limit === 'object' ? limit.action[valueAt(body, 'action') ?? ''] : undefined
}

type Identity = { person: Person | null; credential: CredentialCaller | null; userId: string }

async function identify<C extends Context>(
  options: PartOptions<C>,
  who: Who,
  token: string | null
): Promise<Identity> {
  if (who === 'anyone') {
    const person =
      token === null || token.startsWith(CREDENTIAL_PREFIX)
        ? null
        : await readAccessToken(options.context, token).catch(() => null)
    return { person, credential: null, userId: person?.userId ?? '' }
  }
  if (token === null) throw new Problem(options.missingToken, { detail: 'no token' })
  if (token.startsWith(CREDENTIAL_PREFIX)) {
    if (who === 'person' || who === 'operator')
      throw new Problem('token_mismatched', {
        detail: 'this call takes an access token, not a credential'
      })
    const credential = await readCredential(options.context, token)
    return { person: null, credential, userId: credential.userId }
  }
  const person = await readAccessToken(options.context, token)
  if (who === 'operator' && !(await isOperator(options.context.database.db, person.userId)))
    throw new Problem('forbidden', { detail: 'only an operator may do this' })
  if (who === 'credential')
    throw new Problem('token_mismatched', {
      detail: 'this call takes a credential, not an access token'
    })
  return { person, credential: null, userId: person.userId }
}

function bearerOf(request: Request): string | null {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return token ?? null
}

function valueAt(input: unknown, field: string): string | undefined {
  const value: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

function toResponse(answer: unknown, status: number): Response {
  if (answer instanceof Response) return answer
  return status === 204 ? new Response(null, { status }) : Response.json(answer, { status })
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
