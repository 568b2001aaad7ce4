import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { betterAuth, type BetterAuthOptions, type GenericEndpointContext } from 'better-auth'
import { genericOAuth, magicLink } from 'better-auth/plugins'
import { commonPasswordPlugin } from '#servers/auth/common-passwords.ts'
import { deleteSignInLinks } from '#servers/people/erase.ts'
import { ADDRESS_HEADER } from '#servers/auth/address-header.ts'
import { revokeGrants } from '#servers/auth/grants.ts'
import { identityMails } from '#servers/auth/identity-mails.ts'
import { phonePlugin } from '#servers/auth/phone/plugin.ts'
import {
  mayLinkAccount,
  oneTimeCodePlugin,
  secondFactorPlugin
} from '#servers/auth/second-factor.ts'
import { socialProviders } from '#servers/auth/social.ts'
import { endUnprovenAccess, LINK_PATH } from '#servers/auth/unproven-access.ts'
import { isBlocked } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import { identitySecret } from '#servers/lib/verification.ts'

/** Minimum length of a password, in characters. */
const MIN_PASSWORD = 8
const MAX_PASSWORD = 128

/** Lifetime of the login page's session in seconds. It is extended once a day when used. */
const SESSION_SECONDS = 30 * 24 * 3600

/** Lives of links in mails, in seconds. The mails tell them in words. */
const RESET_SECONDS = 30 * 60
const MAGIC_SECONDS = 10 * 60

/** better-auth's code for a social account that is not linked with the account here. */
const NOT_LINKED = 'account_not_linked'

/** The sign-in of users: better-auth, restricted to the routes of `auth/identity-routes.ts`. */
export type Identity = {
  /** Passes a request for `/api/auth/*` to better-auth. */
  handle(request: Request): Promise<Response>
  /** Returns the user of the login page's cookie, or null. */
  signedIn(
    headers: Headers
  ): Promise<{ userId: string; email: string; sessionId: string; createdAt: number } | null>
}

/**
 * Creates a better-auth instance for one origin.
 * @param base the public origin of the login page; cookies are `Secure` when it is https
 */
export function createIdentity(context: Context, base: string): Identity {
  const auth = betterAuth(identityOptions(context, base))
  return {
    handle: request => auth.handler(request),
    async signedIn(headers) {
      const found = await auth.api.getSession({ headers })
      if (found === null) return null
      const { session } = found
      return {
        userId: found.user.id,
        email: found.user.email,
        sessionId: session.id,
        createdAt: new Date(session.createdAt).getTime()
      }
    }
  }
}

/**
 * Options of better-auth. They are separate, so that a test can compare its tables with our schema.
 */
export function identityOptions(context: Context, base: string) {
  const mails = identityMails(context, base)
  const { hostname } = new URL(base)
  // With a mail server, a new account becomes usable when its owner opens the email. Only in this
  // case can a sign-up with a taken address look like any other.
  const confirms = context.config.mail !== null
  return {
    baseURL: base,
    basePath: '/api/auth',
    secret: identitySecret(context.secrets),
    database: { db: context.database.db, type: context.database.kind },
    trustedOrigins: [base],
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      requireEmailVerification: confirms,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: mails.reset,
      onExistingUserSignUp: mails.taken,
      onPasswordReset: afterReset(context, mails.changed)
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: confirms,
      autoSignInAfterVerification: confirms,
      sendVerificationEmail: mails.verify
    },
    account: { encryptOAuthTokens: true },
    user: { validateUserInfo: linkCheck(context) },
    databaseHooks: databaseHooks(context),
    session: { expiresIn: SESSION_SECONDS, updateAge: 24 * 3600 },
    rateLimit: { enabled: false },
    onAPIError: { errorURL: `${base}/auth/login` },
    advanced: {
      cookiePrefix: 'polymuse',
      useSecureCookies: base.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUID() }
    },
    plugins: [
      commonPasswordPlugin(context.database, hostname),
      oneTimeCodePlugin(context),
      secondFactorPlugin(hostname),
      passkey({ rpID: hostname, rpName: hostname, origin: base }),
      magicLink({ expiresIn: MAGIC_SECONDS, storeToken: 'hashed', sendMagicLink: mails.magic }),
      genericOAuth({ config: socialProviders(context) }),
      phonePlugin(context)
    ]
  } satisfies BetterAuthOptions
}

type ResetUser = { user: { id: string; email: string; emailVerified: boolean } }

/** Ends the sign-ins of a user with a new password, and all access if it proves the address. */
function afterReset(context: Context, send: (data: ResetUser, request?: Request) => Promise<void>) {
  return async (data: ResetUser, request?: Request): Promise<void> => {
    const { id, emailVerified } = data.user
    await (emailVerified
      ? revokeGrants(context.database.db, context.clock.now(), { userId: id })
      : endUnprovenAccess(context, id))
    await send(data, request)
  }
}

/** Refuses to link a social account that the user may not link. */
function linkCheck(context: Context) {
  return async (
    { user, source }: { user: { id?: string }; source: { action: string } },
    call: GenericEndpointContext
  ) =>
    source.action !== 'link-account' || (await mayLinkAccount(context, call, user.id ?? ''))
      ? undefined
      : { error: NOT_LINKED }
}

/**
 * Keeps blocked users out, ends sign-in links when a second factor begins, and ends all earlier
 * access when an emailed link proves an address.
 */
function databaseHooks(context: Context) {
  const { db } = context.database
  return {
    session: {
      create: {
        async before({ userId }: { userId: string }) {
          if (await isBlocked(db, userId))
            throw new APIError('FORBIDDEN', { code: 'BLOCKED', message: 'blocked' })
        }
      }
    },
    user: {
      update: {
        // This includes links that were sent before the second factor existed.
        async after(
          user: { id: string; email: string; twoFactorEnabled?: boolean | null },
          call: GenericEndpointContext | null
        ) {
          if (user.twoFactorEnabled) await deleteSignInLinks(db, user.email)
          // At this path, better-auth changes a user only if the address was not verified before.
          if (call?.path === LINK_PATH) await endUnprovenAccess(context, user.id)
        }
      }
    }
  }
}
