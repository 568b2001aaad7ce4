import type { z } from '@hono/zod-openapi'
import type { ProblemCode } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { Peer } from '#servers/lib/context.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { OnceKey } from '#servers/lib/idempotency.ts'
import type { Noun } from '#servers/lib/owners.ts'
import type { ActionLimit, LimitName } from '#servers/lib/rate-limit.ts'

/** Who may call: `operator` is a person who runs the deployment, `either` takes a person's access token or a credential. */
export type Who = 'anyone' | 'person' | 'operator' | 'credential' | 'either'

/**
 * Where in a call the id of somebody's row stands. Missing ids pass: the handler decides what that means.
 * @property ofKey a credential may name only itself, its own plan and its own runs there
 */
export type RowAt = { noun: Noun; in: 'params' | 'query' | 'body'; field: string; ofKey?: true }

/** What a handler is given, parsed and allowed. */
export type Call<C, W extends Who, I> = {
  context: C
  input: I
  person: W extends 'person' | 'operator' ? Person : Person | null
  credential: W extends 'credential' ? CredentialCaller : CredentialCaller | null
  /** The person behind either token; empty for nobody. */
  userId: string
  /** The caller's own key for a call that is to happen once, where the row leaves it to the handler. */
  once: OnceKey | null
  request: Request
  /** Aborted when the caller leaves, and when their token is ended. */
  signal: AbortSignal
  url: URL
  peer: Peer
  locale: Locale
  traceId: string
}

type Shape = z.ZodType | undefined
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined
type Input<P extends Shape, Q extends Shape, B extends Shape> = { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }

/**
 * One row of the route table: method, path, who may, whose rows, the schemas that validate it and describe it.
 * A part can answer nothing that has no row.
 */
export type Route<C, W extends Who = Who, P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'
  /** OpenAPI form, `/api/v1/applications/{id}`; a trailing slash of the caller is ignored. */
  path: string
  summary: string
  who: W
  /** A guest, who asks once without signing in, may call it; no other call takes their credential. */
  guests?: true
  rows?: readonly RowAt[]
  /** Does it stand in the audit log? What operators change does, when not given. */
  audited?: boolean
  params?: P
  query?: Q
  body?: B
  /** The schema of a successful JSON answer, or the media types of another one. */
  answer: z.ZodType | string
  /** Media types of its other forms, of which a caller's `Accept`, or its body, chooses. */
  also?: readonly string[]
  status?: 200 | 201 | 204
  /** Statuses beside it that are no failures, with what they mean. */
  alsoStatus?: Readonly<Record<number, string>>
  /** Problems that do not follow from the rest of the row: a cookie that is no good, what a site does not offer. */
  fails?: readonly ProblemCode[]
  /** An answer as it comes, for the description. */
  answerExample?: Record<string, unknown>
  /**
   * What a call with an `Idempotency-Key` is: `answer` gives its first answer again; `run` leaves it to the handler,
   * which attaches to the first run. Calls that create or spend have one of the two.
   */
  once?: 'answer' | 'run'
  /** How many such calls are taken of one caller; `read` for a get, else `write`, when not given. */
  limit?: LimitName | ActionLimit
  /** Most bytes of its body; `MAX_BODY` when not given. A call that takes files brings them as a form, which has a limit of its own. */
  largest?: number
  /** A body that the ownership test can send, and the description shows. */
  example?: Record<string, unknown>
  handle(call: Call<C, W, Input<P, Q, B>>): Promise<unknown>
}

/** A row as the table holds it: its own types were checked where it was declared. */
export type AnyRoute = Omit<Route<never>, 'handle'> & { handle(call: never): Promise<unknown> }

/** Declares rows for a part whose context is `C`. */
export function routesFor<C>() {
  return <const W extends Who, P extends Shape = undefined, Q extends Shape = undefined, B extends Shape = undefined>(
    route: Route<C, W, P, Q, B>
  ): Route<C, W, P, Q, B> => route
}
