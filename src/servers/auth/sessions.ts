import type { Session } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'
import {
  issueAccessToken,
  GRANT_LIFE,
  openGrant,
  spendRefreshToken,
  type NewGrant
} from '#servers/auth/grants.ts'
import { ACCESS_SECONDS } from '#servers/lib/access-token.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import { checkNotBlocked } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { GrantTable } from '#servers/lib/database/people-tables.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'
import { getUser } from '#servers/people/users.ts'

/**
 * The cookie of the hub's sign-in. Its value is a random token. Scripts cannot read it, and the
 * browser sends it only to this host, but see {@link sessionCookies}.
 */
export const SESSION_COOKIE = 'SESSION'

/**
 * The cookie that says that somebody has signed in with this browser before, but not who. Without
 * it, the login page opens with the form for a new account.
 */
const KNOWN_COOKIE = 'KNOWN'
const KNOWN_SECONDS = 365 * 24 * 3600

/** A sign-in that is used is extended, but at most once in this time, in milliseconds. */
const RENEW_AFTER = 24 * 3600 * 1000

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>

/**
 * Begins a sign-in for the hub's cookie.
 * @returns the value of the cookie
 */
export async function openHubSession({ database, clock }: Needs, from: NewGrant): Promise<string> {
  const now = clock.now()
  return database.transaction(async tx => {
    const { grant } = await openGrant(tx, now, from)
    return nameSession(tx, now, grant)
  })
}

/**
 * Moves a sign-in from a page, which sends its refresh token, to the hub's cookie, for example
 * after a sign-in in a frame. The refresh token is used up.
 * @param origin the site of the page; a sign-in at another site is refused
 * @throws Problem `invalid_token`
 */
export async function exchangeForHubSession(
  needs: Needs,
  refreshToken: string,
  origin: string
): Promise<string> {
  const grant = await spendRefreshToken(needs, refreshToken)
  if (grant.origin !== origin)
    throw new Problem('invalid_token', { detail: 'this sign-in belongs to another site' })
  return nameSession(needs.database.db, needs.clock.now(), grant)
}

async function nameSession(
  db: Queries,
  now: number,
  grant: Pick<GrantTable, 'id' | 'expires_at'>
): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('hub_session')
    .values({
      hash: hashToken(token),
      grant_id: grant.id,
      expires_at: grant.expires_at,
      created_at: now
    })
    .execute()
  return token
}

/**
 * Returns the user of a SESSION cookie, with a fresh access token.
 * @throws Problem `invalid_token` when the sign-in is over; `forbidden` for a blocked user
 */
export async function readHubSession(needs: Needs, token: string | undefined): Promise<Session> {
  const grant = token === undefined ? undefined : await grantOf(needs, token)
  if (token === undefined || grant === undefined)
    throw new Problem('invalid_token', { detail: 'not signed in' })
  await checkNotBlocked(needs.database.db, grant.user_id)
  const now = needs.clock.now()
  if (grant.expires_at - now < GRANT_LIFE - RENEW_AFTER) {
    const { db } = needs.database
    const end = now + GRANT_LIFE
    await db
      .updateTable('grant')
      .set({ used_at: now, expires_at: end })
      .where('id', '=', grant.id)
      .execute()
    await db
      .updateTable('hub_session')
      .set({ expires_at: end })
      .where('hash', '=', hashToken(token))
      .execute()
  }
  const user = await getUser(needs.database.db, grant.user_id)
  return { access_token: await issueAccessToken(needs, grant), expires_in: ACCESS_SECONDS, user }
}

/** Ends the sign-in of a SESSION cookie. An unknown one has ended already. */
export async function endHubSession(
  { database, clock }: Needs,
  token: string | undefined
): Promise<void> {
  if (token === undefined) return
  const hash = hashToken(token)
  const ids = database.db.selectFrom('hub_session').select('grant_id').where('hash', '=', hash)
  await database.db
    .updateTable('grant')
    .set({ revoked_at: clock.now() })
    .where('id', 'in', ids)
    .execute()
  await database.db.deleteFrom('hub_session').where('hash', '=', hash).execute()
}

/**
 * Returns the `Set-Cookie` lines that set a session, or clear it when `token` is empty. The cookie
 * belongs to this host only. The exception is a site whose host contains a date: it shares the
 * cookie with its hosts of other dates. A sign-in also sets the cookie of a known browser.
 */
export async function sessionCookies(
  { sites }: Pick<AuthContext, 'sites'>,
  url: URL,
  token: string
): Promise<string[]> {
  const life = token === '' ? 0 : GRANT_LIFE / 1000
  const set = (pair: string, seconds: number, domain = ''): string =>
    `${pair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${domain}${url.protocol === 'https:' ? '; Secure' : ''}`
  const session = `${SESSION_COOKIE}=${token}`
  const known = token === '' ? [] : [set(`${KNOWN_COOKIE}=1`, KNOWN_SECONDS)]
  const host = await sites.datedHost(url)
  return host === null
    ? [set(session, life), ...known]
    : [set(`${SESSION_COOKIE}=`, 0), set(session, life, `; Domain=${host}`), ...known]
}

/**
 * Returns the user of the login page's cookie.
 * @throws Problem `invalid_token` when nobody is signed in
 */
export async function readLoginSession(
  context: AuthContext,
  request: Request
): Promise<{ userId: string; sessionId: string; createdAt: number }> {
  const person = await context.identity(new URL(request.url)).signedIn(request.headers)
  if (person === null) throw new Problem('invalid_token', { detail: 'not signed in' })
  return person
}

/**
 * Returns the cookies that the browser would send next, after the response has changed them. A
 * cleared cookie is sent with an empty value.
 */
export function nextRequestHeaders(request: Request, { headers }: Response): Headers {
  const fresh = headers.getSetCookie().map(line => line.split(';', 1)[0] ?? '')
  const names = new Set(fresh.map(pair => pair.split('=', 1)[0]))
  const brought = (request.headers.get('cookie') ?? '')
    .split('; ')
    .filter(pair => pair !== '' && !names.has(pair.split('=', 1)[0]))
  return new Headers({ cookie: [...brought, ...fresh].join('; ') })
}

function grantOf(
  { database, clock }: Needs,
  token: string
): Promise<Pick<GrantTable, 'id' | 'user_id' | 'origin' | 'expires_at'> | undefined> {
  return database.db
    .selectFrom('hub_session')
    .innerJoin('grant', 'grant.id', 'hub_session.grant_id')
    .select(['grant.id', 'grant.user_id', 'grant.origin', 'grant.expires_at'])
    .where('hub_session.hash', '=', hashToken(token))
    .where('grant.revoked_at', 'is', null)
    .where('grant.expires_at', '>', clock.now())
    .executeTakeFirst()
}
