import { jwtVerify, SignJWT, errors } from 'jose'
import { Problem } from '#core/problem.ts'
import { blockedProblem } from '#servers/lib/blocked.ts'
import type { BaseContext } from '#servers/lib/base.ts'

/** Lifetime of an access token in seconds. */
export const ACCESS_SECONDS = 3600

/** A signed-in user, as the access token identifies them. */
export type Person = { userId: string; grantId: string; origin: string }

type Needs = Pick<BaseContext, 'secrets' | 'database' | 'clock'>

/**
 * Signs an access token for a grant. Every part can verify it. It becomes invalid with its grant,
 * see {@link readAccessToken}.
 */
export async function signAccessToken(
  { secrets, clock }: Pick<Needs, 'secrets' | 'clock'>,
  person: Person
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return new SignJWT({ sid: person.grantId, origin: person.origin })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(person.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_SECONDS)
    .sign(await keyOf(secrets))
}

/**
 * Verifies an access token and its grant.
 * @throws Problem `invalid_token` when it is not ours or its sign-in was ended, `token_expired`
 *   after an hour, `forbidden` for a blocked user
 */
export async function readAccessToken(
  { secrets, database, clock }: Needs,
  token: string
): Promise<Person> {
  const { payload } = await jwtVerify(token, await keyOf(secrets), {
    algorithms: ['HS256'],
    typ: 'at+jwt',
    currentDate: new Date(clock.now())
  }).catch((error: unknown) => {
    throw new Problem(error instanceof errors.JWTExpired ? 'token_expired' : 'invalid_token', {
      cause: error
    })
  })
  const grant = await database.db
    .selectFrom('grant')
    .leftJoin('block', 'block.user_id', 'grant.user_id')
    .select(['grant.user_id', 'grant.origin', 'grant.revoked_at', 'block.user_id as blocked'])
    .where('grant.id', '=', String(payload['sid']))
    .executeTakeFirst()
  if (grant === undefined || grant.revoked_at !== null || grant.user_id !== payload.sub)
    throw new Problem('invalid_token')
  if (grant.blocked !== null) throw blockedProblem()
  return { userId: grant.user_id, grantId: String(payload['sid']), origin: grant.origin }
}

/** Keys by their bytes. Importing one takes as long as a check of a token. */
const keys = new WeakMap<Uint8Array, Promise<CryptoKey>>()

function keyOf(secrets: Needs['secrets']): Promise<CryptoKey> {
  const bytes = secrets.key('access-token')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key =
    keys.get(bytes) ??
    crypto.subtle.importKey('raw', new Uint8Array(bytes), hmac, false, ['sign', 'verify'])
  keys.set(bytes, key)
  return key
}
