import { Problem } from '#core/problem.ts'
import { readAccessToken, type Person } from '#servers/lib/access-token.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import {
  CREDENTIAL_PREFIX,
  readCredential,
  type CredentialCaller
} from '#servers/lib/credential.ts'
import { guestForbiddenProblem } from '#servers/lib/guest.ts'
import { isOperator } from '#servers/lib/operators.ts'
import type { ProblemResponder } from '#servers/lib/problem-response.ts'
import type { Caller, RateLimitName, RateLimitState } from '#servers/lib/rate-limit.ts'
import type { AnyRoute, RequiredCaller } from '#servers/lib/route.ts'

/**
 * Identifies the caller, and counts the call for the rate limit. A call with an invalid token
 * counts for its IP address.
 * @throws Problem
 */
export async function admitCaller<C extends Context>(
  options: PartOptions<C>,
  route: AnyRoute,
  request: Request,
  peer: Peer,
  standings: (RateLimitState | null)[]
): Promise<AdmittedCaller> {
  const { limits } = options.context
  const limit = everyLimit(route)
  try {
    const who = await identify(options, route.who, bearerOf(request))
    if (who.credential?.guest === true && route.guests !== true) throw guestForbiddenProblem()
    standings.push(await limits.take(limit, callerOf(who, peer)))
    return who
  } catch (error) {
    const unknown = error instanceof Problem && error.code !== 'too_many_requests'
    if (unknown) standings.push(await limits.take(limit, callerOf(null, peer)))
    throw error
  }
}

export function callerOf(who: AdmittedCaller | null, { address }: Peer): Caller {
  return { address, userId: who?.userId ?? '', credentialId: who?.credential?.credentialId ?? null }
}

function everyLimit({ limit, method }: AnyRoute): RateLimitName {
  if (limit === undefined) return method === 'get' || method === 'options' ? 'read' : 'write'
  return typeof limit === 'string' ? limit : limit.every
}

/** Returns the second rate limit of a call, which depends on its action. */
export function actionLimit({ limit }: AnyRoute, body: unknown): RateLimitName | undefined {
  return typeof limit === 'object' ? limit.action[textFieldOf(body, 'action') ?? ''] : undefined
}

/** The caller of an accepted call. `userId` is empty if nobody is signed in. */
export type AdmittedCaller = {
  person: Person | null
  credential: CredentialCaller | null
  userId: string
}

async function identify<C extends Context>(
  options: PartOptions<C>,
  who: RequiredCaller,
  token: string | null
): Promise<AdmittedCaller> {
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

export function bearerOf(request: Request): string | null {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return token ?? null
}

export function textFieldOf(input: unknown, field: string): string | undefined {
  const value: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

export type PartOptions<C extends Context> = {
  context: C
  routes: readonly AnyRoute[]
  /** `registered`: only pages of registered sites may call. `any`: all may, with a credential. */
  cors: 'registered' | 'any'
  /** Code of a missing token: platform clients react to 401, API clients to `no_token`. */
  missingToken: 'invalid_token' | 'no_token'
  /** Returns another format for failures, for some paths. */
  telling?: (path: string) => ProblemResponder | undefined
}
