import { z } from '@hono/zod-openapi'
import { passwordSignInRequest } from '#contract/sign-in.ts'
import { Problem } from '#core/problem.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { callBetterAuth } from '#servers/auth/ask-identity.ts'
import { authRoute, type AuthContext } from '#servers/auth/context.ts'
import { moveGrants, revokeOtherDevices } from '#servers/people/devices.ts'
import { identityMails } from '#servers/auth/identity-mails.ts'
import { redirectToSecondFactor } from '#servers/auth/second-factor.ts'
import { COOKIE_ERRORS, SIGNED_IN_CALLS } from '#servers/auth/refusals.ts'
import { checkSameOrigin } from '#servers/auth/same-origin.ts'
import { nextRequestHeaders } from '#servers/auth/sessions.ts'
import type { RouteCall, AnyRoute } from '#servers/lib/route.ts'
import {
  identityResponseSchema,
  IDENTITY_POSTS,
  IDENTITY_GETS
} from '#servers/auth/identity-calls.ts'

type AuthCall = Pick<
  RouteCall<AuthContext, 'anyone', unknown>,
  'context' | 'request' | 'peer' | 'url' | 'locale'
>

/**
 * Minimum milliseconds of a response. It is longer than sending an email takes; better-auth's own
 * delay is as long.
 */
const EVEN = 500

const posts = Object.entries(IDENTITY_POSTS).map(
  ([path, { summary, body, renews, guesses, says }]) =>
    authRoute({
      method: 'post',
      path: `/api/auth/${path}`,
      summary,
      who: 'anyone',
      fails: SIGNED_IN_CALLS.has(path) ? COOKIE_ERRORS : ['forbidden'],
      limit: 'sign-in',
      body,
      answer: identityResponseSchema,
      handle: call => {
        checkSameOrigin(call.request, call.url)
        const plain = (): Promise<Response> =>
          callBetterAuth(call, `/api/auth/${path}`, call.input.body as Record<string, unknown>)
        const ask = guesses ? () => guessing(call, plain) : plain
        if (says !== undefined) return evenly(() => saying(call, says, ask))
        return renews ? renewing(call, ask) : ask()
      }
    })
)

const gets = Object.entries(IDENTITY_GETS).map(
  ([path, { summary, query = z.object({}), limit, gives = identityResponseSchema }]) =>
    authRoute({
      method: 'get',
      path: `/api/auth/${path}`,
      summary,
      who: 'anyone',
      fails: [
        ...(SIGNED_IN_CALLS.has(path) ? (['invalid_token'] as const) : []),
        ...(limit === 'sign-in' ? (['forbidden'] as const) : [])
      ],
      limit,
      query,
      answer: gives,
      handle: call =>
        callBetterAuth(
          call,
          `/api/auth/${path}?${new URLSearchParams(call.input.query as Record<string, string>)}`
        )
    })
)

const signUpRoute = authRoute({
  method: 'post',
  path: '/api/auth/sign-up/email',
  summary: 'Sign up with email and password',
  who: 'anyone',
  fails: ['forbidden'],
  limit: 'sign-in',
  body: passwordSignInRequest,
  answer: identityResponseSchema,
  handle: async call => {
    checkSameOrigin(call.request, call.url)
    const { body } = call.input
    const name = body.name ?? body.email.split('@', 1)[0] ?? body.email
    try {
      return await callBetterAuth(call, '/api/auth/sign-up/email', { ...picked(body), name })
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'duplication')) throw error
      // A caller who knows the password owns the account and is signed in. For all others, the
      // error does not reveal whether the account exists.
      return signIn(call, body).catch((refused: unknown) => {
        throw refused instanceof Problem && refused.code === 'bad_request' ? error : refused
      })
    }
  }
})

const signInRoute = authRoute({
  method: 'post',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with email and password',
  who: 'anyone',
  fails: ['forbidden'],
  limit: 'sign-in',
  body: passwordSignInRequest,
  answer: identityResponseSchema,
  handle: call => {
    checkSameOrigin(call.request, call.url)
    return signIn(call, call.input.body)
  }
})

const changePasswordRoute = authRoute({
  method: 'post',
  path: '/api/auth/change-password',
  summary: 'Change the password and sign out other devices',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'sign-in',
  body: z.looseObject({
    currentPassword: z.string().min(1).max(1000),
    newPassword: z.string().min(1).max(1000)
  }),
  answer: identityResponseSchema,
  handle: async call => {
    checkSameOrigin(call.request, call.url)
    const { currentPassword, newPassword } = call.input.body
    const body = { currentPassword, newPassword, revokeOtherSessions: true }
    const changed = await renewing(call, () =>
      guessing(call, () => callBetterAuth(call, '/api/auth/change-password', body))
    )
    const person = await call.context
      .identity(call.url)
      .signedIn(nextRequestHeaders(call.request, changed))
    if (person !== null) {
      await revokeOtherDevices(call.context, person)
      await identityMails(call.context, call.url.origin).changed({ user: person }, call.request)
    }
    return changed
  }
})

const callbackRoute = authRoute({
  method: 'get',
  path: '/api/auth/callback/{provider}',
  summary: 'Complete a social sign-in',
  who: 'anyone',
  limit: 'sign-in',
  params: z.object({ provider: z.enum(['github', 'google']) }),
  query: z.looseObject({}),
  answer: 'text/html',
  handle: async call =>
    redirectToSecondFactor(
      await callBetterAuth(
        call,
        `/api/auth/callback/${call.input.params.provider}${call.url.search}`
      ),
      call.url
    )
})

/** All routes of better-auth that are reachable. */
export const identityRoutes: readonly AnyRoute[] = [
  signUpRoute,
  signInRoute,
  changePasswordRoute,
  callbackRoute,
  ...posts,
  ...gets
]

type Credentials = z.output<typeof passwordSignInRequest>

function signIn(call: AuthCall, body: Credentials): Promise<Response> {
  return call.context.limits.guess(body.email, () =>
    callBetterAuth(call, '/api/auth/sign-in/email', picked(body))
  )
}

function picked({ email, password: typed, callbackURL }: Credentials): Record<string, unknown> {
  return { email, password: typed, ...(callbackURL !== undefined && { callbackURL }) }
}

/** Counts a signed-in user's wrong passwords together with those at the login page. */
async function guessing(call: AuthCall, ask: () => Promise<Response>): Promise<Response> {
  const person = await call.context.identity(call.url).signedIn(call.request.headers)
  if (person === null) return ask()
  const { db } = call.context.database
  const { email } = await db
    .selectFrom('user')
    .select('email')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return call.context.limits.guess(email, ask)
}

/** Replaces better-auth's English sentence about a sent mail. */
async function saying(
  { locale, input }: AuthCall & { input: { body: unknown } },
  key: string,
  ask: () => Promise<Response>
) {
  await ask()
  const { email } = input.body as { email: string }
  return Response.json({ status: true, message: groupTranslator(locale, 'auth')(key, { email }) })
}

/** Answers after {@link EVEN} at the earliest, since an existing account takes longer. */
async function evenly(ask: () => Promise<Response>): Promise<Response> {
  const over = new Promise(resolve => setTimeout(resolve, EVEN))
  try {
    return await ask()
  } finally {
    await over
  }
}

/**
 * Keeps a user's sign-ins at sites valid when a new session of the login page replaces the old one.
 */
async function renewing(call: AuthCall, ask: () => Promise<Response>): Promise<Response> {
  const identity = call.context.identity(call.url)
  const before = await identity.signedIn(call.request.headers)
  const done = await ask()
  if (before === null) return done
  const after = await identity.signedIn(nextRequestHeaders(call.request, done))
  if (after !== null && after.sessionId !== before.sessionId)
    await moveGrants(call.context, before.userId, before.sessionId, after.sessionId)
  return done
}
