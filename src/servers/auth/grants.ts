import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Token } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'
import { ACCESS_SECONDS, signAccessToken } from '#servers/lib/access-token.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { GrantTable } from '#servers/lib/database/people-tables.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

/** Milliseconds a sign-in lasts without use. */
export const GRANT_LIFE = 30 * 24 * 3600 * 1000

/** Milliseconds in which the token before the last still works: two tabs may rotate at once. */
const GRACE = 30_000

const REFRESH_PREFIX = 'pmr_'

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>
type Grant = Selectable<GrantTable>

/** Begins a sign-in at a site. The refresh token is known to the caller only; we keep its hash. */
export async function openGrant(
  tx: Queries,
  now: number,
  from: { userId: string; authSession: string | null; origin: string }
): Promise<{ grant: Grant; refreshToken: string }> {
  const refreshToken = randomToken(REFRESH_PREFIX)
  const grant = await tx
    .insertInto('grant')
    .values({
      id: randomUUID(),
      user_id: from.userId,
      auth_session: from.authSession,
      origin: from.origin,
      refresh_hash: hashToken(refreshToken),
      previous_hash: null,
      rotated_at: now,
      expires_at: now + GRANT_LIFE,
      revoked_at: null,
      created_at: now
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { grant, refreshToken }
}

export function accessTokenFor(needs: Needs, grant: Pick<Grant, 'id' | 'user_id' | 'origin'>): Promise<string> {
  return signAccessToken(needs, { userId: grant.user_id, grantId: grant.id, origin: grant.origin })
}

/** The answer of the token call. */
export async function tokenAnswer(needs: Needs, grant: Grant, refreshToken: string): Promise<Token> {
  const access_token = await accessTokenFor(needs, grant)
  return { access_token, refresh_token: refreshToken, token_type: 'Bearer', expires_in: ACCESS_SECONDS }
}

/**
 * A new pair for a refresh token. Each works once; the one before works {@link GRACE} longer and gives a pair too.
 * One that comes back after that was copied by somebody: the whole sign-in ends.
 * @throws Problem `invalid_token`
 */
export async function rotateGrant(needs: Needs, refreshToken: string): Promise<Token> {
  const hash = hashToken(refreshToken)
  const now = needs.clock.now()
  const next = randomToken(REFRESH_PREFIX)
  const outcome = await needs.database.transaction(async tx => {
    const grant = await tx
      .selectFrom('grant')
      .selectAll()
      .where(({ or, eb }) => or([eb('refresh_hash', '=', hash), eb('previous_hash', '=', hash)]))
      .$if(needs.database.kind === 'postgres', query => query.forUpdate())
      .executeTakeFirst()
    if (grant === undefined || grant.revoked_at !== null || grant.expires_at <= now) return null
    const late = grant.refresh_hash !== hash && grant.rotated_at + GRACE < now
    const change = late
      ? { revoked_at: now }
      : { refresh_hash: hashToken(next), previous_hash: hash, rotated_at: now, expires_at: now + GRANT_LIFE }
    await tx.updateTable('grant').set(change).where('id', '=', grant.id).execute()
    return late ? null : grant
  })
  if (outcome === null) throw new Problem('invalid_token', { detail: 'this refresh token does not work any more' })
  return tokenAnswer(needs, outcome, next)
}

/** Ends sign-ins: by their own id, or all that stem from one session of the login page. */
export async function revokeGrants(db: Queries, now: number, which: { id: string } | { authSession: string }): Promise<void> {
  const update = db.updateTable('grant').set({ revoked_at: now }).where('revoked_at', 'is', null)
  await ('id' in which ? update.where('id', '=', which.id) : update.where('auth_session', '=', which.authSession)).execute()
}
