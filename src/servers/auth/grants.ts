import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Token } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'
import { ACCESS_SECONDS, signAccessToken } from '#servers/lib/access-token.ts'
import { checkNotBlocked } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { GrantTable } from '#servers/lib/database/people-tables.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

/** Milliseconds after which an unused sign-in ends. */
export const GRANT_LIFE = 30 * 24 * 3600 * 1000

/**
 * Milliseconds for which a used refresh token still returns its successor, since several tabs, or a
 * retry, may send it.
 */
export const REFRESH_GRACE = 30_000

/** Characters of a user agent that are kept. */
export const MOST_AGENT = 400

const REFRESH_PREFIX = 'pmr_'

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>
type Grant = Selectable<GrantTable>

/** The user of a new sign-in, its site, and the device: user agent and IP address. */
export type NewGrant = {
  userId: string
  authSession: string | null
  origin: string
  agent: string
  address: string
  /** Hash of the code that begins it, if one does. */
  codeHash?: string
}

/** Begins a sign-in at a site. Only the caller knows the refresh token; we keep its hash. */
export async function openGrant(
  tx: Queries,
  now: number,
  from: NewGrant
): Promise<{ grant: Grant; refreshToken: string }> {
  const grant = await tx
    .insertInto('grant')
    .values({
      id: randomUUID(),
      user_id: from.userId,
      auth_session: from.authSession,
      origin: from.origin,
      agent: from.agent.slice(0, MOST_AGENT),
      address: from.address,
      used_at: now,
      expires_at: now + GRANT_LIFE,
      revoked_at: null,
      created_at: now
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (from.codeHash !== undefined)
    await tx
      .updateTable('code')
      .set({ grant_id: grant.id })
      .where('hash', '=', from.codeHash)
      .execute()
  return { grant, refreshToken: await addRefreshToken(tx, now, grant.id) }
}

async function addRefreshToken(tx: Queries, now: number, grantId: string): Promise<string> {
  const token = randomToken(REFRESH_PREFIX)
  await tx
    .insertInto('refresh_token')
    .values({
      hash: hashToken(token),
      grant_id: grantId,
      next_box: null,
      used_at: null,
      created_at: now
    })
    .execute()
  return token
}

export function issueAccessToken(
  needs: Needs,
  grant: Pick<Grant, 'id' | 'user_id' | 'origin'>
): Promise<string> {
  return signAccessToken(needs, { userId: grant.user_id, grantId: grant.id, origin: grant.origin })
}

/** Returns the answer of the token call. */
export async function createTokenResponse(
  needs: Needs,
  grant: Grant,
  refreshToken: string
): Promise<Token> {
  const access_token = await issueAccessToken(needs, grant)
  return {
    access_token,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS
  }
}

/**
 * Returns the next pair of tokens for a refresh token, which works once. Repeated calls within
 * {@link REFRESH_GRACE}, for example of other tabs, get the same successor. A token that comes back later
 * was copied, so the whole sign-in ends.
 * @throws Problem `invalid_token`
 */
export async function rotateGrant(needs: Needs, refreshToken: string): Promise<Token> {
  const taken = await needs.database.transaction(async tx => {
    const found = await findToken(needs, tx, refreshToken)
    if (found === null) return null
    const { token, grant } = found
    const now = needs.clock.now()
    if (token.used_at === null) {
      const next = await addRefreshToken(tx, now, grant.id)
      await spend(tx, now, token.hash, needs.secrets.seal(next))
      await tx
        .updateTable('grant')
        .set({ used_at: now, expires_at: now + GRANT_LIFE })
        .where('id', '=', grant.id)
        .execute()
      return { grant, next }
    }
    if (token.next_box !== null && token.used_at + REFRESH_GRACE >= now)
      return { grant, next: needs.secrets.open(token.next_box) }
    await revokeGrants(tx, now, { id: grant.id })
    return null
  })
  if (taken === null) throw refused()
  return createTokenResponse(needs, taken.grant, taken.next)
}

/**
 * Uses up a refresh token without a successor, since its page hands the sign-in over to a cookie.
 * @throws Problem `invalid_token`; a token that was used before also ends the sign-in
 */
export async function spendRefreshToken(needs: Needs, refreshToken: string): Promise<Grant> {
  const grant = await needs.database.transaction(async tx => {
    const found = await findToken(needs, tx, refreshToken)
    if (found === null) return null
    const now = needs.clock.now()
    if (found.token.used_at !== null) {
      await revokeGrants(tx, now, { id: found.grant.id })
      return null
    }
    await spend(tx, now, found.token.hash, null)
    return found.grant
  })
  if (grant === null) throw refused()
  return grant
}

/** Reads a refresh token with its open sign-in, both locked until the transaction ends. */
async function findToken({ database, clock }: Needs, tx: Queries, refreshToken: string) {
  const locking = database.kind === 'postgres'
  const token = await tx
    .selectFrom('refresh_token')
    .selectAll()
    .where('hash', '=', hashToken(refreshToken))
    .$if(locking, query => query.forUpdate())
    .executeTakeFirst()
  if (token === undefined) return null
  const grant = await tx
    .selectFrom('grant')
    .selectAll()
    .where('id', '=', token.grant_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (grant === undefined) return null
  await checkNotBlocked(tx, grant.user_id)
  return { token, grant }
}

async function spend(
  tx: Queries,
  now: number,
  hash: string,
  nextBox: string | null
): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ used_at: now, next_box: nextBox })
    .where('hash', '=', hash)
    .execute()
}

function refused(): Problem {
  return new Problem('invalid_token', { detail: 'this refresh token is no longer valid' })
}

/** Ends sign-ins: by their ids, all of one session of the login page, or all of a user. */
export async function revokeGrants(
  db: Queries,
  now: number,
  which: { id: string } | { authSession: string } | { userId: string }
): Promise<void> {
  const update = db.updateTable('grant').set({ revoked_at: now }).where('revoked_at', 'is', null)
  if ('id' in which) await update.where('id', '=', which.id).execute()
  else if ('authSession' in which)
    await update.where('auth_session', '=', which.authSession).execute()
  else await update.where('user_id', '=', which.userId).execute()
}
