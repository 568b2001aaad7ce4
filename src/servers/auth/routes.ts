import { z } from '@hono/zod-openapi'
import { invitationQuery, invitationResponse } from '#contract/invitation.ts'
import { signInResponse, signInRequest } from '#contract/sign-in.ts'
import { sessionRequest, sessionSchema, tokenRequest, tokenSchema } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'
import { accountRoutes } from '#servers/auth/account/routes.ts'
import { prepareSignIn } from '#servers/auth/authorize.ts'
import { redeemSignInCode, type CodeUse, type RedeemedCode } from '#servers/auth/codes.ts'
import { authRoute, type AuthContext } from '#servers/auth/context.ts'
import { deviceRoutes } from '#servers/auth/device-routes.ts'
import { openGrant, rotateGrant, createTokenResponse, type NewGrant } from '#servers/auth/grants.ts'
import { identityRoutes } from '#servers/auth/identity-routes.ts'
import { findVisitorInvitation } from '#servers/auth/invitation.ts'
import { saveLocale } from '#servers/auth/kept-locale.ts'
import { handleLogout } from '#servers/auth/logout.ts'
import { phoneRoutes } from '#servers/auth/phone/routes.ts'
import { COOKIE_ERRORS } from '#servers/auth/refusals.ts'
import { checkSameOrigin } from '#servers/auth/same-origin.ts'
import {
  endHubSession,
  openHubSession,
  readHubSession,
  SESSION_COOKIE,
  sessionCookies,
  exchangeForHubSession
} from '#servers/auth/sessions.ts'
import { cookieOf } from '#servers/lib/cookie.ts'
import { initializeAtFirstSignIn } from '#servers/lib/first-run.ts'
import type { Peer } from '#servers/lib/context.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const tokenRoute = authRoute({
  method: 'post',
  path: '/oauth2/v1/token',
  summary: 'Exchange a code or a refresh token for tokens',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'token',
  body: tokenRequest,
  answer: tokenSchema,
  handle: async ({ context, request, url, peer, input: { body } }) => {
    if (body.grant_type === 'refresh_token')
      return rotateGrant(context, required('refresh_token', body.refresh_token))
    const code = await redeemSignInCode(
      context,
      required('code', body.code),
      usedBy(request, peer, body.code_verifier)
    )
    await initializeAtFirstSignIn(context, code.origin, {
      userId: code.user_id,
      url,
      peer,
      setupToken: cookieOf(request, 'SETUP')
    })
    const { grant, refreshToken } = await context.database.transaction(tx =>
      openGrant(tx, context.clock.now(), opening(code, request, peer))
    )
    return createTokenResponse(context, grant, refreshToken)
  }
})

const refreshRoute = authRoute({
  method: 'post',
  path: '/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'token',
  body: z.looseObject({ refresh_token: z.string().min(1).max(256) }),
  answer: tokenSchema,
  handle: ({ context, input: { body } }) => rotateGrant(context, body.refresh_token)
})

const sessionRoute = authRoute({
  method: 'post',
  path: '/auth/session',
  summary: 'Start a page session with a code, or get the user of its cookie',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  // The limit is high, since every page makes this call.
  limit: 'read',
  body: sessionRequest,
  answer: sessionSchema,
  handle: async ({ context, request, url, peer, input: { body } }) => {
    checkSameOrigin(request, url)
    const began = await begin(context, request, url, peer, body)
    const token = began ?? cookieOf(request, SESSION_COOKIE) ?? ''
    const session = await readHubSession(context, token)
    await saveLocale(context.database.db, session.user.id, body.locale)
    if (body.refresh_token !== undefined) {
      const by = { userId: session.user.id, url, peer, setupToken: cookieOf(request, 'SETUP') }
      await initializeAtFirstSignIn(
        context,
        (await context.sites.originOf(url.href)) ?? url.origin,
        by
      )
    }
    // The cookie is set at each call, so that the browser keeps it as long as the sign-in lasts.
    return withCookies(Response.json(session), await sessionCookies(context, url, token))
  }
})

const endSessionRoute = authRoute({
  method: 'delete',
  path: '/auth/session',
  summary: 'End a page session',
  who: 'anyone',
  fails: ['forbidden'],
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url }) => {
    checkSameOrigin(request, url)
    await endHubSession(context, cookieOf(request, SESSION_COOKIE))
    return withCookies(new Response(null, { status: 204 }), await sessionCookies(context, url, ''))
  }
})

const authorizeRoute = authRoute({
  method: 'post',
  path: '/auth/authorize',
  summary: 'Get the site and the return address for the login page',
  who: 'anyone',
  fails: ['forbidden'],
  body: signInRequest,
  answer: signInResponse,
  handle: ({ context, request, url, locale, input: { body } }) => {
    checkSameOrigin(request, url)
    return prepareSignIn(context, request, body, locale)
  }
})

const invitationRoute = authRoute({
  method: 'get',
  path: '/auth/invitation',
  summary: 'Get the inviter of a visitor and the credits of a new account',
  who: 'anyone',
  query: invitationQuery,
  answer: invitationResponse,
  handle: async ({ context, input: { query } }) => {
    const origin = await context.sites.originOf(query.site ?? '')
    return findVisitorInvitation(context, origin ?? '', query.inviter_id)
  }
})

const logoutRoute = authRoute({
  method: 'get',
  path: '/auth/logout',
  summary: 'Sign out of the login page and all its sign-ins',
  who: 'anyone',
  query: z.object({ redirect: z.string().max(4096).optional() }),
  answer: 'text/html',
  handle: call => handleLogout(call)
})

/** Auth's route table. The page `/auth/login` is the hub's. */
export const authRoutes: readonly AnyRoute[] = [
  tokenRoute,
  refreshRoute,
  sessionRoute,
  endSessionRoute,
  authorizeRoute,
  invitationRoute,
  logoutRoute,
  ...accountRoutes,
  ...deviceRoutes,
  ...phoneRoutes,
  ...identityRoutes
]

function required(field: string, value: string | undefined): string {
  if (value === undefined)
    throw new Problem('bad_request', {
      detail: `${field} is required`,
      issues: [{ field, code: 'required' }]
    })
  return value
}

/**
 * Begins a session of the hub from the refresh token or the code in the call.
 * @returns the value of its cookie; null when the call contains neither
 */
async function begin(
  context: AuthContext,
  request: Request,
  url: URL,
  peer: Peer,
  body: z.output<typeof sessionRequest>
): Promise<string | null> {
  if (body.refresh_token !== undefined) {
    // A caller who claims another site can deceive only their own browser, since the cookie belongs
    // to the calling host.
    return exchangeForHubSession(
      context,
      body.refresh_token,
      (await context.sites.originOf(body.site ?? url.href)) ?? url.origin
    )
  }
  if (body.code === undefined) return null
  const code = await redeemSignInCode(context, body.code, usedBy(request, peer, body.code_verifier))
  const setupToken = cookieOf(request, 'SETUP')
  await initializeAtFirstSignIn(context, code.origin, {
    userId: code.user_id,
    url,
    peer,
    setupToken
  })
  return openHubSession(context, opening(code, request, peer))
}

/** Describes the browser that uses a code. */
function usedBy(request: Request, peer: Peer, verifier: string | undefined): CodeUse {
  return {
    verifier,
    agent: request.headers.get('user-agent') ?? '',
    address: peer.address,
    session: cookieOf(request, SESSION_COOKIE)
  }
}

function opening(code: RedeemedCode, request: Request, peer: Peer): NewGrant {
  const agent = request.headers.get('user-agent') ?? ''
  return {
    codeHash: code.hash,
    userId: code.user_id,
    authSession: code.auth_session,
    origin: code.origin,
    agent,
    address: peer.address
  }
}

function withCookies(answer: Response, lines: readonly string[]): Response {
  for (const line of lines) answer.headers.append('set-cookie', line)
  return answer
}
