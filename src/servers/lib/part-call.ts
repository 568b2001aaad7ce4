import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { toProblem, type Problem } from '#core/problem.ts'
import { DEFAULT_LOCALE, negotiateLocale, type Locale } from '#i18n/locale.ts'
import { isAudited, withAudit } from '#servers/lib/audit.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import { corsHeaders } from '#servers/lib/cors.ts'
import { readIdempotencyKey, type IdempotencyKey } from '#servers/lib/idempotency.ts'
import { tokenEndProblem, joinSignals, watchBody, watchCaller } from '#servers/lib/open-calls.ts'
import { checkOwnedByKey, checkOwner } from '#servers/lib/owners.ts'
import { validateInput, readBody } from '#servers/lib/parse.ts'
import {
  actionLimit,
  admitCaller,
  bearerOf,
  callerOf,
  textFieldOf,
  type AdmittedCaller,
  type PartOptions
} from '#servers/lib/part-callers.ts'
import { problemResponse } from '#servers/lib/problem-response.ts'
import { rateLimitHeaders, RateLimitProblem, type RateLimitState } from '#servers/lib/rate-limit.ts'
import type { AnyRoute, RouteCall, RequiredCaller } from '#servers/lib/route.ts'
import type { TokenWatch, WatchedToken } from '#servers/lib/token-watch.ts'

/** A request to a route, with the parameters of its address. */
export type RouteRequest = {
  request: Request
  params(): Record<string, string>
  query(): Record<string, string>
  peer: Peer
}

type Input = { params: unknown; query: unknown; body: unknown }

/** Answers one call of a route. Every failure becomes a response here. */
export class PartCall<C extends Context> {
  readonly #options: PartOptions<C>
  readonly #tokens: TokenWatch
  readonly #route: AnyRoute
  readonly #arrival: RouteRequest
  readonly #started = performance.now()
  readonly #traceId = randomUUID()
  readonly #locale: Locale
  /** The limits that count this call. */
  readonly #standings: (RateLimitState | null)[] = []
  #watched: WatchedToken | null = null

  constructor(options: PartOptions<C>, tokens: TokenWatch, route: AnyRoute, arrival: RouteRequest) {
    this.#options = options
    this.#tokens = tokens
    this.#route = route
    this.#arrival = arrival
    this.#locale = requestLocale(arrival.request)
  }

  async answer(): Promise<Response> {
    this.#options.context.tracer?.nameRequest(this.#route.path)
    this.#options.context.meter?.noteRoute(this.#arrival.request, this.#route.path)
    const response = await this.#handle().catch((thrown: unknown) => this.#refuse(thrown))
    const answer = await this.#finish(response)
    this.#options.context.log.info(
      {
        trace: this.#traceId,
        method: this.#route.method,
        route: this.#route.path,
        status: answer.status,
        ms: Math.round(performance.now() - this.#started)
      },
      'call'
    )
    return answer
  }

  /** Finds the caller, parses the input, checks who owns the rows, then calls the handler. */
  async #handle(): Promise<Response> {
    const { context } = this.#options
    const { request, peer } = this.#arrival
    const route = this.#route
    // Before the caller is looked up, since a refusal must be cheap.
    if (route.limit === 'spend') context.limits.checkLoad()
    await context.keys.refresh()
    const who = await admitCaller(this.#options, route, request, peer, this.#standings)
    this.#watched = watchCaller(this.#tokens, who, bearerOf(request))
    const input = await this.#readInput()
    const limit = actionLimit(route, input.body)
    if (limit !== undefined)
      this.#standings.push(await context.limits.take(limit, callerOf(who, peer)))
    await this.#checkRows(input, who)
    // The body and the work on it may be large: let other requests run in between.
    if (route.largest !== undefined) await setImmediate()
    const asked = route.params === undefined ? input.body : [input.params, input.body]
    const once =
      route.once === undefined
        ? null
        : readIdempotencyKey(request.headers, who.userId, route.path, asked)
    if (route.largest !== undefined) await setImmediate()
    return toResponse(await this.#perform(input, who, once), route.status ?? 200)
  }

  async #readInput(): Promise<Input> {
    const { params, query, body, largest } = this.#route
    return {
      params: params && validateInput(params, this.#arrival.params()),
      query: query && validateInput(query, this.#arrival.query()),
      body: body && validateInput(body, await readBody(this.#arrival.request, largest))
    }
  }

  async #checkRows(input: Input, { userId, credential }: AdmittedCaller): Promise<void> {
    const { db } = this.#options.context.database
    for (const row of this.#route.rows ?? []) {
      const id = textFieldOf(input[row.in], row.field)
      if (id === undefined) continue
      await checkOwner(db, row.noun, id, userId)
      if (row.ofKey === true && credential !== null)
        await checkOwnedByKey(db, row.noun, id, credential)
    }
  }

  /** Calls the handler, or returns the first answer to a repeated call. */
  #perform(input: Input, who: AdmittedCaller, once: IdempotencyKey | null): Promise<unknown> {
    const { context } = this.#options
    const route = this.#route
    const { request, peer } = this.#arrival
    const [locale, traceId, watched] = [this.#locale, this.#traceId, this.#watched]
    const call = { input, ...who, once, request, url: new URL(request.url), peer, locale, traceId }
    // The signal is created only on use: most calls end before any client disconnects.
    const callWith = (own: C) => ({
      ...call,
      context: own,
      get signal() {
        return joinSignals(request, watched)
      }
    })
    // The cast is safe: the route's types were checked against its schemas in its declaration.
    const work = (own: C): Promise<unknown> =>
      route.handle(callWith(own) as RouteCall<C, RequiredCaller, never> as never)
    const { userId, person } = who
    const record = { route, userId, origin: person?.origin ?? '', input, traceId }
    // A repeated call changes nothing and is not logged again.
    const happening = (own: C): Promise<unknown> =>
      isAudited(route) ? withAudit(context, record, () => work(own)) : work(own)
    return once !== null && route.once === 'answer'
      ? context.calls.happen(once, database => happening({ ...context, database }))
      : happening(context)
  }

  #refuse(thrown: unknown): Response {
    const problem = tokenEndProblem(toProblem(thrown), this.#watched)
    if (problem.code === 'unknown')
      this.#options.context.log.error(
        { err: problem.cause, trace: this.#traceId, route: this.#route.path },
        'unknown failure'
      )
    if (problem instanceof RateLimitProblem) this.#standings.push(problem.standing)
    return this.#refusal(problem)
  }

  #refusal(problem: Problem): Response {
    const tell = this.#options.telling?.(this.#route.path)
    return problemResponse(problem, this.#locale, this.#traceId, tell)
  }

  /**
   * Adds the headers that every response has, and cuts off a stream whose token becomes invalid.
   */
  async #finish(response: Response): Promise<Response> {
    const { context, cors } = this.#options
    const watched = this.#watched
    const body =
      watched === null
        ? response.body
        : watchBody(watched, response, problem => this.#refusal(problem))
    const headers = await corsHeaders(context, cors, this.#arrival.request)
    const answer = new Response(body, { status: response.status, headers: response.headers })
    for (const [name, value] of Object.entries({
      ...headers,
      ...rateLimitHeaders(this.#standings),
      'x-trace-id': this.#traceId,
      'x-request-id': this.#traceId
    }))
      answer.headers.set(name, value)
    if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
    return answer
  }
}

/** Returns the language for the error messages of a request. */
export function requestLocale({ headers }: Request): Locale {
  return negotiateLocale(headers.get('accept-language')) ?? DEFAULT_LOCALE
}

function toResponse(answer: unknown, status: number): Response {
  if (answer instanceof Response) return answer
  return status === 204 ? new Response(null, { status }) : Response.json(answer, { status })
}
