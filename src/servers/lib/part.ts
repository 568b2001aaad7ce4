import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { Problem, toProblem } from '#core/problem.ts'
import { DEFAULT_LOCALE } from '#i18n/locale.ts'
import { UNKNOWN_PEER, type Context, type ServerPart, type Peer } from '#servers/lib/context.ts'
import { allowedOrigin, corsHeaders } from '#servers/lib/cors.ts'
import { PartCall, requestLocale, type RouteRequest } from '#servers/lib/part-call.ts'
import type { PartOptions } from '#servers/lib/part-callers.ts'
import { problemResponse } from '#servers/lib/problem-response.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { createTokenWatch } from '#servers/lib/token-watch.ts'

type Bindings = { peer: Peer }
type App = Hono<{ Bindings: Bindings }>

/** Mounts a route table. {@link PartCall} answers the calls of its routes. */
export function createPartApp<C extends Context>(options: PartOptions<C>): App {
  const { context, cors, routes, telling } = options
  const app: App = new Hono<{ Bindings: Bindings }>({ strict: false })
  const tokens = createTokenWatch(context)
  for (const route of routes) {
    app.on(route.method, honoPath(route.path), ({ req, env }) => {
      const arrival: RouteRequest = {
        request: req.raw,
        params: () => req.param(),
        query: () => req.query(),
        peer: env?.peer ?? UNKNOWN_PEER
      }
      return new PartCall(options, tokens, route, arrival).answer()
    })
  }
  app.options('*', async ({ req }) => {
    const origin = await allowedOrigin(context, cors, req.raw)
    return new Response(null, {
      status: origin === null ? 403 : 204,
      headers: await corsHeaders(context, cors, req.raw)
    })
  })
  for (const [path, methods] of methodsOf(routes))
    app.all(honoPath(path), ({ req }) => refuse(options, req.raw, req.path, methods))
  app.notFound(({ req }) => refuse(options, req.raw, req.path))
  // Catches failures outside of handlers, such as when the database cannot look up the origin.
  app.onError((error, { req }) => {
    const traceId = randomUUID()
    context.log.error({ err: error, trace: traceId }, 'unknown failure')
    return problemResponse(toProblem(error), DEFAULT_LOCALE, traceId, telling?.(req.path))
  })
  return app
}

/** Refuses a call that no route answers. @param methods those that its path allows */
async function refuse<C extends Context>(
  { context, cors, telling }: PartOptions<C>,
  request: Request,
  path: string,
  methods: readonly string[] = []
): Promise<Response> {
  const problem = new Problem('no_api', { detail: `no ${request.method} ${path}` })
  const told = problemResponse(problem, requestLocale(request), randomUUID(), telling?.(path))
  const answer =
    methods.length === 0 ? told : new Response(told.body, { status: 405, headers: told.headers })
  if (methods.length > 0) answer.headers.set('allow', methods.join(', '))
  for (const [name, value] of Object.entries(await corsHeaders(context, cors, request)))
    answer.headers.set(name, value)
  return answer
}

/** Lists the methods of each path. */
function methodsOf(routes: readonly AnyRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes)
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()])
  return methods
}

const nothing = async (): Promise<void> => undefined

/** Mounts an app as a part. `stop` and `drain` end its background work, if it has any. */
export function createServerPart(
  app: App,
  stop: ServerPart['stop'] = nothing,
  drain: ServerPart['drain'] = nothing
): ServerPart {
  return {
    fetch: async (request, peer) => app.fetch(request, { peer: peer ?? UNKNOWN_PEER }),
    drain,
    stop
  }
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
