import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Problem } from '#core/problem.ts'
import { checkNotBlocked } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CodeTable } from '#servers/lib/database/people-tables.ts'
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

/**
 * Redeems a code and returns what it was issued for. Of several calls at once, only one succeeds. A
 * code with a challenge needs its verifier; a wrong verifier uses the code up too.
 * @throws Problem `bad_request`; `forbidden` for a blocked user
 */
export async function redeemSignInCode(
  { database, clock }: Needs,
  code: string,
  verifier: string | undefined
): Promise<SignInCodeData> {
  const now = clock.now()
  const row = await database.db
    .updateTable('code')
    .set({ used_at: now })
    .where('hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw refused('this code is unknown, was used or has expired')
  if (
    row.challenge !== null &&
    (verifier === undefined || challengeOf(verifier) !== row.challenge)
  ) {
    throw refused('this code belongs to another user')
  }
  await checkNotBlocked(database.db, row.user_id)
  return row
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
