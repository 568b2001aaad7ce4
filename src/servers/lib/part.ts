import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { Problem, problemBody, toProblem } from '#core/problem.ts'
import { sentenceKey } from '#core/problem-sentence.ts'
import { DEFAULT_LOCALE, negotiateLocale, type Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { isAudited, withAudit } from '#servers/lib/audit.ts'
import { NOBODY, type Context, type Part, type Peer } from '#servers/lib/context.ts'
import { allowedOrigin, corsHeaders } from '#servers/lib/cors.ts'
import { onceKey } from '#servers/lib/idempotency.ts'
import { checkOwnedByKey, checkOwner } from '#servers/lib/owners.ts'
import { check, readBody } from '#servers/lib/parse.ts'
import { limitHeaders, TooManyCalls, type Standing } from '#servers/lib/rate-limit.ts'
import type { AnyRoute, Call, Who } from '#servers/lib/route.ts'
import { watchBody, joinSignals, explainEnd, watchCaller } from '#servers/lib/open-calls.ts'
import { createTokenWatch, type WatchedToken } from '#servers/lib/token-watch.ts'
import { admit, callerOf, actionLimit, bearerOf, valueAt } from '#servers/lib/part-callers.ts'
import type { PartOptions } from '#servers/lib/part-callers.ts'
import type { TellProblem } from '#servers/lib/part-callers.ts'

type Bindings = { peer: Peer }
type App = Hono<{ Bindings: Bindings }>

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

function toResponse(answer: unknown, status: number): Response {
  if (answer instanceof Response) return answer
  return status === 204 ? new Response(null, { status }) : Response.json(answer, { status })
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
