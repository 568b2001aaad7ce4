import { jwtVerify, SignJWT, errors, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
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
  const payload = await readClaims(secrets, token, clock.now())
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

/**
 * The claims of valid tokens, by the bytes of the key. A page checks its token once for each call
 * between the parts, and a signature takes longer than the rest of a check.
 */
const checked = new WeakMap<Uint8Array, LRUCache<string, JWTPayload>>()

/** Tokens of each key whose claims are cached. */
const CHECKED = 1000

/** Checks the signature and the age of a token. @param now unix milliseconds */
async function readClaims(
  secrets: Needs['secrets'],
  token: string,
  now: number
): Promise<JWTPayload> {
  const bytes = secrets.key('access-token')
  const known = checked.get(bytes) ?? new LRUCache<string, JWTPayload>({ max: CHECKED })
  checked.set(bytes, known)
  const found = known.get(token)
  if (found?.exp !== undefined && found.exp * 1000 > now) return found
  const options = { algorithms: ['HS256'], typ: 'at+jwt', currentDate: new Date(now) }
  const { payload } = await jwtVerify(token, await keyOf(secrets), options).catch(
    (error: unknown) => {
      const code = error instanceof errors.JWTExpired ? 'token_expired' : 'invalid_token'
      throw new Problem(code, { cause: error })
    }
  )
  known.set(token, payload)
  return payload
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
