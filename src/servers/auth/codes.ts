import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Problem } from '#core/problem.ts'
import { revokeGrants, MOST_AGENT } from '#servers/auth/grants.ts'
import { checkNotBlocked } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CodeTable } from '#servers/lib/database/people-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

/** Milliseconds within which a code of the login page must be exchanged. */
const CODE_LIFE = 60_000

type Needs = Pick<Context, 'database' | 'clock'>
export type SignInCodeData = Pick<
  Selectable<CodeTable>,
  'user_id' | 'auth_session' | 'origin' | 'redirect' | 'challenge' | 'inviter_id'
>

/** Creates a single-use code for a signed-in user who goes to one address of one site. */
export async function issueSignInCode(
  { database, clock }: Needs,
  code: SignInCodeData
): Promise<string> {
  const token = randomToken()
  const now = clock.now()
  await database.db
    .deleteFrom('code')
    .where('expires_at', '<', now - CODE_LIFE)
    .execute()
  await database.db
    .insertInto('code')
    .values({ ...code, hash: hashToken(token), expires_at: now + CODE_LIFE, used_at: null })
    .execute()
  return token
}

export type RedeemedCode = SignInCodeData & { hash: string }

/**
 * A browser that uses a code: its verifier of PKCE, user agent, IP address, and the value of its
 * SESSION cookie.
 */
export type CodeUse = {
  verifier: string | undefined
  agent: string
  address: string
  session: string | undefined
}

/**
 * Redeems a code and returns what it was issued for. Of several calls at once, only one succeeds. A
 * code with a challenge needs its verifier; a wrong verifier uses the code up too. A used code that
 * comes again from another browser was stolen, so the sign-in that it began ends.
 * @throws Problem `bad_request`; `forbidden` for a blocked user
 */
export async function redeemSignInCode(
  { database, clock }: Needs,
  code: string,
  use: CodeUse
): Promise<RedeemedCode> {
  const now = clock.now()
  const row = await database.db
    .updateTable('code')
    .set({ used_at: now })
    .where('hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    await endStolen(database.db, now, hashToken(code), use)
    throw refused('this code is unknown, was used or has expired')
  }
  if (row.challenge !== null && !isVerified(row.challenge, use))
    throw refused('this code belongs to another user')
  await checkNotBlocked(database.db, row.user_id)
  return row
}

/** Ends the sign-in that a used code began, unless the same browser repeats its call. */
async function endStolen(db: Queries, now: number, hash: string, use: CodeUse): Promise<void> {
  const used = await db
    .selectFrom('code')
    .innerJoin('grant', 'grant.id', 'code.grant_id')
    .select(['code.challenge', 'grant.id', 'grant.agent', 'grant.address'])
    .where('code.hash', '=', hash)
    .executeTakeFirst()
  if (used === undefined) return
  // A reload repeats the call, and the verifier may be gone by then.
  const isSame =
    (used.challenge !== null && isVerified(used.challenge, use)) ||
    (used.agent === use.agent.slice(0, MOST_AGENT) && used.address === use.address) ||
    (await hasSession(db, used.id, use.session))
  if (!isSame) await revokeGrants(db, now, { id: used.id })
}

/** Tells whether a SESSION cookie belongs to a sign-in. */
async function hasSession(
  db: Queries,
  grantId: string,
  session: string | undefined
): Promise<boolean> {
  if (session === undefined) return false
  const own = await db
    .selectFrom('hub_session')
    .select('hash')
    .where('hash', '=', hashToken(session))
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
  return own !== undefined
}

function isVerified(challenge: string, { verifier }: CodeUse): boolean {
  return verifier !== undefined && challengeOf(verifier) === challenge
}

/**
 * Computes PKCE's S256: the login page gets the hash of a verifier that only the calling site knows
 * (RFC 7636, 4.2).
 */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function refused(detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field: 'code', code: 'expired' }] })
}
