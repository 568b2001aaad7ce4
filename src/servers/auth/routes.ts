import { z } from '@hono/zod-openapi'
import { passwordSignIn, signInAnswer, signInQuestion } from '#contract/sign-in.ts'
import { sessionRequest, sessionSchema, tokenRequest, tokenSchema } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'
import { authorize } from '#servers/auth/authorize.ts'
import { redeemCode } from '#servers/auth/codes.ts'
import { authRoute } from '#servers/auth/context.ts'
import { openGrant, rotateGrant, tokenAnswer } from '#servers/auth/grants.ts'
import { signOut } from '#servers/auth/logout.ts'
import { askIdentity } from '#servers/auth/passwords.ts'
import { cookieOf, endHubSession, openHubSession, readHubSession, SESSION_COOKIE, sessionCookie } from '#servers/auth/sessions.ts'
import { initializeAtFirstSignIn } from '#servers/lib/first-run.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const tokenRoute = authRoute({
  method: 'post',
  path: '/oauth2/v1/token',
  summary: 'Exchange a code, or a refresh token, for tokens',
  who: 'anyone',
  limit: 'token',
  body: tokenRequest,
  answer: tokenSchema,
  handle: async ({ context, url, peer, input: { body } }) => {
    if (body.grant_type === 'refresh_token') return rotateGrant(context, required('refresh_token', body.refresh_token))
    const code = await redeemCode(context, required('code', body.code), body.code_verifier)
    await initializeAtFirstSignIn(context, code.origin, { userId: code.user_id, url, peer })
    const { grant, refreshToken } = await context.database.transaction(tx =>
      openGrant(tx, context.clock.now(), { userId: code.user_id, authSession: code.auth_session, origin: code.origin })
    )
    return tokenAnswer(context, grant, refreshToken)
  }
})

const refreshRoute = authRoute({
  method: 'post',
  path: '/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  who: 'anyone',
  limit: 'token',
  body: z.looseObject({ refresh_token: z.string().min(1).max(256) }),
  answer: tokenSchema,
  handle: ({ context, input: { body } }) => rotateGrant(context, body.refresh_token)
})

const sessionRoute = authRoute({
  method: 'post',
  path: '/auth/session',
  summary: 'Begin the session of a page with a code, or ask who its cookie stands for',
  who: 'anyone',
  // Every page asks.
  limit: 'read',
  body: sessionRequest,
  answer: sessionSchema,
  handle: async ({ context, request, url, peer, input: { body } }) => {
    sameOrigin(request, url)
    if (body.code === undefined) return readHubSession(context, cookieOf(request, SESSION_COOKIE))
    const code = await redeemCode(context, body.code, body.code_verifier)
    const setupToken = cookieOf(request, 'SETUP')
    await initializeAtFirstSignIn(context, code.origin, { userId: code.user_id, url, peer, setupToken })
    const token = await openHubSession(context, code)
    const session = await readHubSession(context, token)
    return Response.json(session, { headers: { 'set-cookie': sessionCookie(token, url.protocol === 'https:') } })
  }
})

const endSessionRoute = authRoute({
  method: 'delete',
  path: '/auth/session',
  summary: 'End the session of a page',
  who: 'anyone',
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url }) => {
    sameOrigin(request, url)
    await endHubSession(context, cookieOf(request, SESSION_COOKIE))
    return new Response(null, { status: 204, headers: { 'set-cookie': sessionCookie('', url.protocol === 'https:') } })
  }
})

const authorizeRoute = authRoute({
  method: 'post',
  path: '/auth/authorize',
  summary: 'What the login page may do for somebody: whose site it is, and where to go when signed in',
  who: 'anyone',
  body: signInQuestion,
  answer: signInAnswer,
  handle: ({ context, request, url, input: { body } }) => {
    sameOrigin(request, url)
    return authorize(context, request, body)
  }
})

const logoutRoute = authRoute({
  method: 'get',
  path: '/auth/logout',
  summary: 'End the session of the login page and all sign-ins that stem from it',
  who: 'anyone',
  query: z.object({ redirect: z.string().max(4096).optional() }),
  answer: 'text/html',
  handle: ({ context, request, input: { query } }) => signOut(context, request, query.redirect)
})

const signUpRoute = authRoute({
  method: 'post',
  path: '/api/auth/sign-up/email',
  summary: 'Sign up with e-mail and password',
  who: 'anyone',
  limit: 'sign-in',
  body: passwordSignIn,
  answer: z.looseObject({ user: z.looseObject({ id: z.string() }) }),
  handle: ({ context, request, url, input: { body } }) => {
    sameOrigin(request, url)
    const name = body.name ?? body.email.split('@', 1)[0] ?? body.email
    return askIdentity(context, request, '/api/auth/sign-up/email', { email: body.email, password: body.password, name })
  }
})

const signInRoute = authRoute({
  method: 'post',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with e-mail and password',
  who: 'anyone',
  limit: 'sign-in',
  body: passwordSignIn,
  answer: z.looseObject({ user: z.looseObject({ id: z.string() }) }),
  handle: ({ context, request, url, input: { body } }) => {
    sameOrigin(request, url)
    return context.limits.guess(body.email, () =>
      askIdentity(context, request, '/api/auth/sign-in/email', { email: body.email, password: body.password })
    )
  }
})

const verifyEmailRoute = authRoute({
  method: 'get',
  path: '/api/auth/verify-email',
  summary: 'Confirm an e-mail address by the link of a mail',
  who: 'anyone',
  limit: 'sign-in',
  query: z.object({ token: z.string().max(2048) }),
  answer: 'text/html',
  handle: ({ context, request, input: { query } }) =>
    askIdentity(context, request, `/api/auth/verify-email?${new URLSearchParams({ token: query.token, callbackURL: '/profile' })}`)
})

/** Auth's route table. The page `/auth/login` is the hub's. */
export const authRoutes: readonly AnyRoute[] = [
  tokenRoute,
  refreshRoute,
  sessionRoute,
  endSessionRoute,
  authorizeRoute,
  logoutRoute,
  signUpRoute,
  signInRoute,
  verifyEmailRoute
]

function required(field: string, value: string | undefined): string {
  if (value === undefined) throw new Problem('bad_request', { detail: `${field} is required`, issues: [{ field, code: 'required' }] })
  return value
}

/** Calls that act on a cookie take it from pages of their own origin only. Callers without a page send no Origin. */
function sameOrigin(request: Request, url: URL): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== url.origin) throw new Problem('forbidden', { detail: 'this call is for pages of its own origin' })
}
