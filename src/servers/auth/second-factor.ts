import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { createOTP } from '@better-auth/utils/otp'
import { splitPath } from '#i18n/locale.ts'
import type { Context } from '#servers/lib/context.ts'
import { claimIdempotencyKey } from '#servers/lib/idempotency.ts'

type Needs = Pick<Context, 'database' | 'clock'>

/** Milliseconds for which an authenticator shows a code. */
const STEP = 30_000

const PROVE = '/two-factor/verify-totp'

/**
 * Sign-ins that rely on another service or on the mailbox. For an account with a second factor they
 * count like a password, so a code is needed after them too. A passkey and a signed-in phone are a
 * second factor themselves.
 */
const VOUCHED: readonly string[] = ['/callback/:id', '/magic-link/verify', '/verify-email']

/**
 * Configures better-auth's two-factor authentication, so that it also applies to sign-ins other
 * than by password.
 * @param issuer our name in authenticator apps
 */
export function secondFactorPlugin(issuer: string) {
  const plugin = twoFactor({ issuer, allowPasswordless: true })
  const after = plugin.hooks.after.map(hook => ({
    ...hook,
    matcher: (call: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(call) || VOUCHED.includes(call.path ?? '')
  }))
  return { ...plugin, hooks: { after } }
}

/**
 * Returns where a user goes after a sign-in elsewhere: to the requested page, or, if a code is
 * still needed, to the login page, which asks for it at once.
 * @param url of the call
 */
export function redirectToSecondFactor(back: Response, url: URL): Response {
  const location = back.headers.get('location')
  const halfDone = back.headers.getSetCookie().some(line => /^[\w.-]*two_factor=[^;]/.test(line))
  if (location === null || !halfDone) return back
  const asked = new URL(location, url)
  const page =
    splitPath(asked.pathname).path === '/auth/login' ? asked : new URL('/auth/login', url)
  page.searchParams.set('mode', 'two-factor')
  const headers = new Headers({ location: page.href })
  for (const line of back.headers.getSetCookie()) headers.append('set-cookie', line)
  return new Response(null, { status: 302, headers })
}

/**
 * Accepts each code of an authenticator once, and none older than an accepted one (RFC 6238, 5.2).
 */
export function oneTimeCodePlugin(needs: Needs) {
  const handler = createAuthMiddleware(async call => {
    const userId = await proverOf(call)
    const step = userId === null ? null : await stepOf(needs, call, userId)
    if (userId === null || step === null || (await takeStep(needs, userId, step))) return
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_CODE',
      message: 'this code was used already'
    })
  })
  return {
    id: 'one-time-codes',
    hooks: { before: [{ matcher: ({ path }) => path === PROVE, handler }] }
  } satisfies BetterAuthPlugin
}

/**
 * Tells whether a call may connect another sign-in with this account. With a second factor, only
 * its signed-in user may. Otherwise anyone with the mailbox could open an account elsewhere and
 * sign in with it.
 */
export async function mayLinkAccount(
  { database }: Needs,
  call: GenericEndpointContext,
  userId: string
): Promise<boolean> {
  const user = await database.db
    .selectFrom('user')
    .select('twoFactorEnabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.twoFactorEnabled) return true
  return (await getSessionFromCtx(call))?.user.id === userId
}

/**
 * Returns the id of the user who sends a code: signed in, or known by better-auth's cookie for
 * users who must still enter a code.
 */
async function proverOf(call: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(call)
  if (session !== null) return session.user.id
  const pending = await call.getSignedCookie(
    call.context.createAuthCookie('two_factor').name,
    call.context.secret
  )
  if (typeof pending !== 'string') return null
  return (await call.context.internalAdapter.findVerificationValue(pending))?.value ?? null
}

/**
 * Returns the number of the half minute to which a code belongs, if better-auth accepts the code;
 * null for a wrong one.
 */
async function stepOf(
  { database }: Needs,
  call: GenericEndpointContext,
  userId: string
): Promise<number | null> {
  const factor = await database.db
    .selectFrom('twoFactor')
    .select('secret')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const { code } = call.body as { code?: unknown }
  if (typeof factor?.secret !== 'string' || typeof code !== 'string') return null
  const otp = createOTP(
    await symmetricDecrypt({ key: call.context.secretConfig, data: factor.secret })
  )
  const now = Math.floor(Date.now() / STEP)
  for (const step of [now - 1, now, now + 1]) if ((await otp.hotp(step)) === code) return step
  return null
}

/**
 * Marks the code of a half minute as used. Of several calls with the same code, only one succeeds.
 */
async function takeStep(
  { database: { db }, clock }: Needs,
  userId: string,
  step: number
): Promise<boolean> {
  const once = { owner: userId, route: PROVE, key: String(step), bodyHash: '' }
  const later = db
    .selectFrom('idempotency')
    .select('key')
    .where('owner', '=', userId)
    .where('route', '=', PROVE)
  if ((await later.where('key', '>', once.key).executeTakeFirst()) !== undefined) return false
  return claimIdempotencyKey(db, once, clock.now())
}
