import type { z } from '@hono/zod-openapi'
import type { ProblemCode } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { Peer } from '#servers/lib/context.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { IdempotencyKey } from '#servers/lib/idempotency.ts'
import type { OwnedRowKind } from '#servers/lib/owners.ts'
import type { ActionLimit, RateLimitName } from '#servers/lib/rate-limit.ts'

/**
 * The required caller: `operator` is a user who runs the deployment; `either` accepts an access
 * token or a credential.
 */
export type RequiredCaller = 'anyone' | 'person' | 'operator' | 'credential' | 'either'

/**
 * Says which field contains the id of a row that the caller must own. If the field is missing, the
 * handler decides. `ofKey`: a credential may use only itself, its own plan and its own runs.
 */
export type OwnedRowField = {
  noun: OwnedRowKind
  in: 'params' | 'query' | 'body'
  field: string
  ofKey?: true
}

/** The argument of a handler, after validation and authorization. */
export type RouteCall<C, W extends RequiredCaller, I> = {
  context: C
  input: I
  person: W extends 'person' | 'operator' ? Person : Person | null
  credential: W extends 'credential' ? CredentialCaller : CredentialCaller | null
  /** The user behind either token; empty for nobody. */
  userId: string
  /** The call's idempotency key, where the route leaves it to the handler. */
  once: IdempotencyKey | null
  request: Request
  /** Aborts when the caller disconnects or their token ends. */
  signal: AbortSignal
  url: URL
  peer: Peer
  locale: Locale
  traceId: string
}

type Shape = z.ZodType | undefined
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined
type Input<P extends Shape, Q extends Shape, B extends Shape> = {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
}

/**
 * One row of the route table: method, path, who may call, whose rows, and the schemas that validate
 * and describe it. A part serves only calls that have a row.
 */
type Route<
  C,
  W extends RequiredCaller = RequiredCaller,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape
> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'
  /** OpenAPI form, `/api/v1/applications/{id}`; a caller's trailing slash is ignored. */
  path: string
  summary: string
  who: W
  /**
   * Set if guests may call the route. A guest, who asks once without signing in, can call no other.
   */
  guests?: true
  rows?: readonly OwnedRowField[]
  /** True when the audit log records it. By default it records operators' changes. */
  audited?: boolean
  params?: P
  query?: Q
  body?: B
  /** The schema of a successful JSON response, or the media type of another response. */
  answer: z.ZodType | string
  /** Other media types, which a caller's `Accept` header or body selects. */
  also?: readonly string[]
  status?: 200 | 201 | 204
  /** Further statuses that are no failures, with their meaning. */
  alsoStatus?: Readonly<Record<number, string>>
  /**
   * Problems that cannot be derived from the other fields, such as an invalid cookie, or an action
   * that a site does not offer.
   */
  fails?: readonly ProblemCode[]
  /** An example response for the OpenAPI description. */
  answerExample?: Record<string, unknown>
  /**
   * Says how a call with an `Idempotency-Key` is repeated. `answer`: the first response is returned
   * again. `run`: the handler decides, and continues with the first run. Calls that create or spend
   * need one of the two.
   */
  once?: 'answer' | 'run'
  /** Rate limit for each caller; by default `read` for a get, else `write`. */
  limit?: RateLimitName | ActionLimit
  /**
   * Most bytes of its body; `MAX_BODY` by default. A call with files sends them as a form, with a
   * limit of its own.
   */
  largest?: number
  /** A sample body for the ownership test and the OpenAPI description. */
  example?: Record<string, unknown>
  handle(call: RouteCall<C, W, Input<P, Q, B>>): Promise<unknown>
}

/** A row as the table stores it: its own types were checked where it was declared. */
export type AnyRoute = Omit<Route<never>, 'handle'> & { handle(call: never): Promise<unknown> }

/** Returns a function that declares routes for a part whose context is `C`. */
export function createRouteBuilder<C>() {
  return <
    const W extends RequiredCaller,
    P extends Shape = undefined,
    Q extends Shape = undefined,
    B extends Shape = undefined
  >(
    route: Route<C, W, P, Q, B>
  ): Route<C, W, P, Q, B> => route
}
