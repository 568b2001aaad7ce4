import { jwtVerify, SignJWT, errors } from 'jose'
import { Problem } from '#core/problem.ts'
import { checkNotBlocked } from '#servers/lib/blocked.ts'
import type { Base } from '#servers/lib/base.ts'

/** Lifetime of an access token in seconds. */
export const ACCESS_SECONDS = 3600

/** A signed-in user, as the access token identifies them. */
export type Person = { userId: string; grantId: string; origin: string }

type Needs = Pick<Base, 'secrets' | 'database' | 'clock'>

/**
 * Signs an access token for a grant, which every part can read. It ends with its grant, see
 * {@link readAccessToken}.
 */
export function signAccessToken(
  { secrets, clock }: Pick<Needs, 'secrets' | 'clock'>,
  person: Person
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return new SignJWT({ sid: person.grantId, origin: person.origin })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(person.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_SECONDS)
    .sign(secrets.key('access-token'))
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
  const { payload } = await jwtVerify(token, secrets.key('access-token'), {
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
    .select(['user_id', 'origin', 'revoked_at'])
    .where('id', '=', String(payload['sid']))
    .executeTakeFirst()
  if (grant === undefined || grant.revoked_at !== null || grant.user_id !== payload.sub)
    throw new Problem('invalid_token')
  await checkNotBlocked(database.db, grant.user_id)
  return { userId: grant.user_id, grantId: String(payload['sid']), origin: grant.origin }
}
