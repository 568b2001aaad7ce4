import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'
import { mailAddress, passwordSignIn, socialSignIn } from '#contract/sign-in.ts'
import { Problem } from '#core/problem.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { askIdentity } from '#servers/auth/ask-identity.ts'
import { authRoute, type AuthContext } from '#servers/auth/context.ts'
import { moveGrants, revokeOtherDevices } from '#servers/people/devices.ts'
import { identityMails } from '#servers/auth/identity-mails.ts'
import { toFactor } from '#servers/auth/second-factor.ts'
import { BY_COOKIE, SIGNED_IN } from '#servers/auth/refusals.ts'
import { sameOrigin } from '#servers/auth/same-origin.ts'
import { cookiesAfter } from '#servers/auth/sessions.ts'
import type { Call, AnyRoute } from '#servers/lib/route.ts'

type AuthCall = Pick<
  Call<AuthContext, 'anyone', unknown>,
  'context' | 'request' | 'peer' | 'url' | 'locale'
>

/** Milliseconds, longer than writing a mail down takes; better-auth waits as long where it does so itself. */
const EVEN = 500

const answer = z.looseObject({})
const list = z.array(answer)
const code = z.looseObject({ code: z.string().trim().min(1).max(32) })
const password = z.looseObject({ password: optionalText(1000) })
const token = z.string().min(1).max(2048)
const link = z.object({ token })

/**
 * A call of better-auth. `renews`: it may put a new session in the place of the old one. `guesses`: it tries the password
 * of whoever is signed in. `says`: it takes the same time whether there is such an account or not, and says this of its mail.
 */
type Post = { summary: string; body: z.ZodType; renews?: true; guesses?: true; says?: string }

/** Calls of better-auth that are passed on as they are, by path under `/api/auth/`: nothing else of it can be reached. */
const POSTS: Record<string, Post> = {
  'sign-in/social': { summary: 'Where to go to sign in with somebody else', body: socialSignIn },
  'sign-in/magic-link': { summary: 'Send a link that signs in', body: mailAddress },
  'send-verification-email': {
    summary: 'Send the link that confirms an address again',
    body: mailAddress
  },
  'request-password-reset': {
    summary: 'Send a link to choose a new password',
    body: z.looseObject({ email: z.email().max(254), redirectTo: optionalText(8192) }),
    says: 'auth.login.sent.reset'
  },
  'reset-password': {
    summary: 'Choose a new password by the link of a mail',
    body: z.looseObject({ token, newPassword: z.string().min(1).max(1000) })
  },
  'two-factor/enable': {
    summary: 'Begin to set up a second factor',
    body: password.extend({ issuer: optionalText(100) }),
    renews: true,
    guesses: true
  },
  'two-factor/verify-totp': {
    summary: 'Prove the second factor by a code',
    body: code,
    renews: true
  },
  'two-factor/verify-backup-code': {
    summary: 'Prove the second factor by a recovery code',
    body: code,
    renews: true
  },
  'two-factor/disable': {
    summary: 'Do without the second factor',
    body: password,
    renews: true,
    guesses: true
  },
  'two-factor/generate-backup-codes': {
    summary: 'New recovery codes, which replace the old ones',
    body: password,
    guesses: true
  },
  'passkey/verify-registration': {
    summary: 'Keep a new passkey',
    body: z.looseObject({ response: z.looseObject({}), name: optionalText(100) })
  },
  'passkey/verify-authentication': {
    summary: 'Sign in with a passkey',
    body: z.looseObject({ response: z.looseObject({}) })
  },
  'passkey/delete-passkey': {
    summary: 'Remove a passkey',
    body: z.looseObject({ id: z.string().min(1).max(100) })
  },
  'link-social': { summary: 'Where to go to add another sign-in', body: socialSignIn },
  'unlink-account': {
    summary: 'Remove another sign-in',
    body: z.looseObject({ accountId: z.string().min(1).max(100) })
  },
  'phone/session': {
    summary: 'Sign in by what a phone has confirmed',
    body: z.looseObject({ secret: z.string().min(20).max(100) })
  }
}

const GETS: Record<
  string,
  { summary: string; query?: z.ZodType; limit: 'sign-in' | 'read'; gives?: z.ZodType }
> = {
  'verify-email': {
    summary: 'Confirm an e-mail address by the link of a mail',
    query: link,
    limit: 'sign-in'
  },
  'magic-link/verify': { summary: 'Sign in by the link of a mail', query: link, limit: 'sign-in' },
  'passkey/generate-register-options': {
    summary: 'What a browser needs to make a passkey',
    limit: 'read'
  },
  'passkey/generate-authenticate-options': {
    summary: 'What a browser needs to use a passkey',
    limit: 'read'
  },
  'passkey/list-user-passkeys': { summary: 'My passkeys', limit: 'read', gives: list },
  'list-accounts': { summary: 'My ways to sign in', limit: 'read', gives: list }
}

const posts = Object.entries(POSTS).map(([path, { summary, body, renews, guesses, says }]) =>
  authRoute({
    method: 'post',
    path: `/api/auth/${path}`,
    summary,
    who: 'anyone',
    fails: SIGNED_IN.has(path) ? BY_COOKIE : ['forbidden'],
    limit: 'sign-in',
    body,
    answer,
    handle: call => {
      sameOrigin(call.request, call.url)
      const plain = (): Promise<Response> =>
        askIdentity(call, `/api/auth/${path}`, call.input.body as Record<string, unknown>)
      const ask = guesses ? () => guessing(call, plain) : plain
      if (says !== undefined) return evenly(() => saying(call, says, ask))
      return renews ? renewing(call, ask) : ask()
    }
  })
)

const gets = Object.entries(GETS).map(
  ([path, { summary, query = z.object({}), limit, gives = answer }]) =>
    authRoute({
      method: 'get',
      path: `/api/auth/${path}`,
      summary,
      who: 'anyone',
      fails: [
        ...(SIGNED_IN.has(path) ? (['invalid_token'] as const) : []),
        ...(limit === 'sign-in' ? (['forbidden'] as const) : [])
      ],
      limit,
      query,
      answer: gives,
      handle: call =>
        askIdentity(
          call,
          `/api/auth/${path}?${new URLSearchParams(call.input.query as Record<string, string>)}`
        )
    })
)

const signUpRoute = authRoute({
  method: 'post',
  path: '/api/auth/sign-up/email',
  summary: 'Sign up with e-mail and password',
  who: 'anyone',
  fails: ['forbidden'],
  limit: 'sign-in',
  body: passwordSignIn,
  answer,
  handle: async call => {
    sameOrigin(call.request, call.url)
    const { body } = call.input
    const name = body.name ?? body.email.split('@', 1)[0] ?? body.email
    try {
      return await askIdentity(call, '/api/auth/sign-up/email', { ...picked(body), name })
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'duplication')) throw error
      // Whoever knows the password has an account here and means it; to anyone else all refusals sound the same.
      return signIn(call, body).catch((refused: unknown) => {
        throw refused instanceof Problem && refused.code === 'bad_request' ? error : refused
      })
    }
  }
})

const signInRoute = authRoute({
  method: 'post',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with e-mail and password',
  who: 'anyone',
  fails: ['forbidden'],
  limit: 'sign-in',
  body: passwordSignIn,
  answer,
  handle: call => {
    sameOrigin(call.request, call.url)
    return signIn(call, call.input.body)
  }
})

const changePasswordRoute = authRoute({
  method: 'post',
  path: '/api/auth/change-password',
  summary: 'Change the password, which ends all other sign-ins',
  who: 'anyone',
  fails: BY_COOKIE,
  limit: 'sign-in',
  body: z.looseObject({
    currentPassword: z.string().min(1).max(1000),
    newPassword: z.string().min(1).max(1000)
  }),
  answer,
  handle: async call => {
    sameOrigin(call.request, call.url)
    const { currentPassword, newPassword } = call.input.body
    const body = { currentPassword, newPassword, revokeOtherSessions: true }
    const changed = await renewing(call, () =>
      guessing(call, () => askIdentity(call, '/api/auth/change-password', body))
    )
    const person = await call.context
      .identity(call.url)
      .signedIn(cookiesAfter(call.request, changed))
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
  summary: 'Where another sign-in comes back to',
  who: 'anyone',
  limit: 'sign-in',
  params: z.object({ provider: z.enum(['github', 'google']) }),
  query: z.looseObject({}),
  answer: 'text/html',
  handle: async call =>
    toFactor(
      await askIdentity(call, `/api/auth/callback/${call.input.params.provider}${call.url.search}`),
      call.url
    )
})

/** All of better-auth that can be reached. */
export const identityRoutes: readonly AnyRoute[] = [
  signUpRoute,
  signInRoute,
  changePasswordRoute,
  callbackRoute,
  ...posts,
  ...gets
]

type Credentials = z.output<typeof passwordSignIn>

function signIn(call: AuthCall, body: Credentials): Promise<Response> {
  return call.context.limits.guess(body.email, () =>
    askIdentity(call, '/api/auth/sign-in/email', picked(body))
  )
}

function picked({ email, password: typed, callbackURL }: Credentials): Record<string, unknown> {
  return { email, password: typed, ...(callbackURL !== undefined && { callbackURL }) }
}

/** A signed-in person's password, tried here, counts as it does at the login page. */
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

/** better-auth says in English that it has sent a mail, whoever asks. */
async function saying(
  { locale, input }: AuthCall & { input: { body: unknown } },
  key: string,
  ask: () => Promise<Response>
) {
  await ask()
  const { email } = input.body as { email: string }
  return Response.json({ status: true, message: sentences(locale, 'auth')(key, { email }) })
}

/** Never sooner than {@link EVEN}: what is done for an account that is there takes longer. */
async function evenly(ask: () => Promise<Response>): Promise<Response> {
  const over = new Promise(resolve => setTimeout(resolve, EVEN))
  try {
    return await ask()
  } finally {
    await over
  }
}

/** Sign-ins at sites stay with a person whose session of the login page is replaced by a new one. */
async function renewing(call: AuthCall, ask: () => Promise<Response>): Promise<Response> {
  const identity = call.context.identity(call.url)
  const before = await identity.signedIn(call.request.headers)
  const done = await ask()
  if (before === null) return done
  const after = await identity.signedIn(cookiesAfter(call.request, done))
  if (after !== null && after.sessionId !== before.sessionId)
    await moveGrants(call.context, before.userId, before.sessionId, after.sessionId)
  return done
}
